import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { datagramKind } from './datagram-kind.ts';
import { IceLite } from './ice-lite.ts';
import { bindingRequestOf, readBindingRequest } from './stun-message.ts';

const parameters = { localUfrag: 'ours', localPassword: 'a password of ours!!!!', remoteUfrag: 'theirs' };
const right = { username: 'ours:theirs', password: parameters.localPassword };
const source = { address: '192.0.2.7', port: 50_000 };
const check = (isNominated = false, key = right) =>
  bindingRequestOf({ transactionId: randomBytes(12), isNominated }, key);

/**
 * The request of RFC 5769 §2.1, without its padding of spaces: a check with SOFTWARE, PRIORITY and ICE-CONTROLLED, for the
 * user evtj:h6vY.
 */
const published = Buffer.from(
  [
    ...['000100582112a442b7e7a701bc34d686fa87dfae', '802200105354554e207465737420636c69656e74'],
    ...['002400046e0001ff', '80290008932ff9b151263b36', '000600096576746a3a68367659202020'],
    ...['000800149aeaa70cbfd8cb56781ef2b5b2d3f249c1b571a2', '80280004e57a3bcf'],
  ].join(''),
  'hex',
);

test('reads the published check, and none with another user or password', () => {
  const password = 'VOkJxbRl1RmTxUk/WvJxBt';
  const read = (username: string, key: string) =>
    readBindingRequest(Buffer.from(published), { username, password: key });
  expect(read('evtj:h6vY', password)?.transactionId.toString('hex')).toBe('b7e7a701bc34d686fa87dfae');
  expect([read('evtj:h6vX', password), read('evtj:h6vY', 'another')]).toEqual([null, null]);
});

test('answers a check with the address that it came from, and follows nominations', () => {
  const ice = new IceLite(parameters);
  const response = ice.receive(check(), source)!;
  expect([ice.isValid(source), ice.selected]).toEqual([true, null]);
  expect([response.readUInt16BE(0), response.readUInt16BE(20), response.readUInt16BE(22)]).toEqual([
    0x0101, 0x20, 8,
  ]);
  const octets = [...response.subarray(28, 32)].map((octet, i) => octet ^ response[4 + i]!);
  expect([octets.join('.'), response.readUInt16BE(26) ^ 0x2112]).toEqual(['192.0.2.7', 50_000]);
  ice.receive(check(true), source);
  const other = { address: '2001:db8::7', port: 4000 };
  expect(ice.receive(check(), other)!.readUInt16BE(22)).toBe(20);
  expect(ice.selected).toEqual(source);
  ice.receive(check(true), other);
  expect(ice.selected).toEqual(other);
});

test('follows a peer that moves often, and forgets its first addresses', () => {
  const ice = new IceLite(parameters);
  const moved = (n: number) => ({ ...source, port: source.port + n });
  for (let n = 0; n <= 40; n++) ice.receive(check(true), moved(n));
  expect(ice.selected).toEqual(moved(40));
  expect([ice.isValid(moved(40)), ice.isValid(moved(9)), ice.isValid(moved(8))]).toEqual([true, true, false]);
});

test('answers no check of another call', () => {
  const ice = new IceLite(parameters);
  for (const key of [
    { ...right, username: 'ours:others' },
    { ...right, password: 'another' },
  ])
    expect(ice.receive(check(true, key), source)).toBeNull();
  expect([ice.isValid(source), ice.selected]).toEqual([false, null]);
});

test('takes no changed check and no other octets', () => {
  const ice = new IceLite(parameters);
  const changed = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })).map(([at, by]) => {
    const datagram = check(true);
    // The fingerprint at the end is not needed and not checked.
    datagram[at % (datagram.length - 8)]! ^= by;
    return datagram;
  });
  const cut = fc.nat().map((at) => {
    const datagram = check(true);
    return datagram.subarray(0, at % (datagram.length - 8));
  });
  const any = fc.uint8Array({ maxLength: 120 }).map((octets) => Buffer.from(octets));
  fc.assert(
    fc.property(fc.oneof(any, changed, cut), (datagram) => {
      expect(ice.receive(datagram, source)).toBeNull();
    }),
  );
});

test.each([
  [[0, 1], 'stun'],
  [[3], 'stun'],
  [[20], 'dtls'],
  [[63], 'dtls'],
  [[128], 'media'],
  [[191], 'media'],
  [[4], 'unknown'],
  [[64], 'unknown'],
  [[192], 'unknown'],
  [[], 'unknown'],
])('knows a datagram by its first octet: %j is %s', (octets, kind) => {
  expect(datagramKind(Buffer.from(octets))).toBe(kind);
});
