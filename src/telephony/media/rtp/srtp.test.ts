import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deriveKey, SrtpKeys, type SrtpSuite } from './srtp-keys.ts';
import { SrtpReceiver } from './srtp-receiver.ts';
import { SrtpSender } from './srtp-sender.ts';

const hex = (octets: string) => Buffer.from(octets.replaceAll(' ', ''), 'hex');
const master = hex('e1f97a0d3e018be0d64fa32c06de4139 0ec675ad498afeebb6960b3aabe6');
const suite = 'AES_CM_128_HMAC_SHA1_80';

/** Returns a protected packet of source 0xcafebabe. */
function protect(sender: SrtpSender, sequenceNumber: number, payload: Uint8Array): Buffer {
  const packet = Buffer.alloc(12 + payload.length + 10);
  hex('800f0000decafbadcafebabe').copy(packet);
  packet.writeUInt16BE(sequenceNumber, 2);
  packet.set(payload, 12);
  return packet.subarray(0, sender.protect(packet, 12, 12 + payload.length));
}

test('keys are derived as in RFC 3711 appendix B.3', () => {
  expect(deriveKey(master, 0, 16)).toEqual(hex('c61e7a93744f39ee10734afe3ff7a087'));
  expect(deriveKey(master, 2, 14)).toEqual(hex('30cbbc08863d8c85d49db34a9ae1'));
  expect(deriveKey(master, 1, 94)).toEqual(
    hex(
      'cebe321f6ff7716b6fd4ab49af256a156d38baa4 8f0a0acf3c34e2359e6cdbce e049646c43d9327ad175578ef7227098' +
        '6371c10c9a369ac2f94a8c5fbcdddc25 6d6e919a48b610ef17c2041e47403576 6b68642c59bbfc2f34db60dbdfb2',
    ),
  );
});

test('a protected packet matches libsrtp octet by octet', () => {
  const sender = new SrtpSender(suite, master);
  expect(protect(sender, 0x1234, Buffer.alloc(16, 0xab))).toEqual(
    hex('800f1234decafbadcafebabe 4e55dc4ce79978d88ca4d215949d2402 b78d6acc99ea179b8dbb'),
  );
});

test('protected packets open across every roll of the sequence number, in any order within the window', () => {
  const suites = fc.constantFrom<SrtpSuite>('AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32');
  const payload = fc.uint8Array({ maxLength: 400 });
  fc.assert(
    fc.property(
      suites,
      fc.nat(65_535),
      fc.array(fc.tuple(payload, fc.nat(20)), { maxLength: 60 }),
      (which, first, list) => {
        const [sender, receiver] = [new SrtpSender(which, master), new SrtpReceiver(which, master)];
        const packets = list.map(([octets, delay], n) => ({
          octets,
          packet: protect(sender, (first + n) % 65_536, octets),
          at: n === 0 ? -1 : n + delay,
        }));
        for (const { octets, packet } of packets.toSorted((a, b) => a.at - b.at)) {
          const copy = Buffer.from(packet);
          expect(receiver.open(packet)?.subarray(12)).toEqual(Buffer.from(octets));
          expect(receiver.open(copy)).toBeNull();
        }
      },
    ),
  );
});

test('damaged, forged and short packets are refused, and later ones open', () => {
  const [sender, receiver] = [new SrtpSender(suite, master), new SrtpReceiver(suite, master)];
  expect(receiver.open(protect(sender, 65_530, Buffer.from('first')))).not.toBeNull();
  for (let n = 0; n < 30; n++) {
    const packet = protect(sender, (65_531 + n) % 65_536, Buffer.from(`packet ${n}`));
    const forged = Buffer.from(packet);
    forged[n % forged.length]! ^= 1 << (n % 8);
    expect(receiver.open(forged)).toBeNull();
    expect(receiver.open(packet)?.subarray(12).toString()).toBe(`packet ${n}`);
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (octets) => receiver.open(Buffer.from(octets)) === null),
  );
  expect(
    new SrtpReceiver(suite, master).open(protect(new SrtpSender(suite, Buffer.alloc(30)), 1, hex('00'))),
  ).toBeNull();
});

test('RTCP is encrypted after its first eight octets, and opens once', () => {
  const [sender, receiver] = [new SrtpSender(suite, master), new SrtpReceiver(suite, master)];
  const report = hex('81c80006cafebabe 0102030405060708 090a0b0c0d0e0f10 1112131415161718');
  for (let n = 1; n <= 3; n++) {
    const secured = sender.protectRtcp(report);
    expect(secured.length).toBe(report.length + 14);
    expect(secured.subarray(0, 8)).toEqual(report.subarray(0, 8));
    expect(secured.includes(report.subarray(8, 16))).toBe(false);
    expect(secured.readUInt32BE(report.length)).toBe(0x80000000 + n);
    const copy = Buffer.from(secured);
    const forged = Buffer.from(secured);
    forged[9]! ^= 1;
    expect(receiver.openRtcp(forged)).toBeNull();
    expect(receiver.openRtcp(secured)).toEqual(report);
    expect(receiver.openRtcp(copy)).toBeNull();
  }
  expect(receiver.openRtcp(Buffer.alloc(12))).toBeNull();
});

test('the identifier of a key before the tag is skipped, in RTP and RTCP', () => {
  const [sender, receiver] = [new SrtpSender(suite, master), new SrtpReceiver(suite, master, 2)];
  const withIdentifier = (packet: Buffer): Buffer =>
    Buffer.concat([packet.subarray(0, -10), hex('0001'), packet.subarray(-10)]);
  const packet = protect(sender, 7, Buffer.from('hello'));
  expect(receiver.open(Buffer.from(packet))).toBeNull();
  expect(receiver.open(withIdentifier(packet))?.subarray(12).toString()).toBe('hello');
  const report = hex('81c80006cafebabe 0102030405060708 090a0b0c0d0e0f10 1112131415161718');
  expect(receiver.openRtcp(withIdentifier(sender.protectRtcp(report)))).toEqual(report);
});

test('each source has windows and a rollover counter of its own, which others do not push out', () => {
  const receiver = new SrtpReceiver(suite, master);
  const of = (ssrc: number, sender: SrtpSender, sequenceNumber: number): Buffer => {
    const packet = Buffer.alloc(12 + 4 + 10);
    hex('800f0000decafbad').copy(packet);
    packet.writeUInt16BE(sequenceNumber, 2);
    packet.writeUInt32BE(ssrc, 8);
    return packet.subarray(0, sender.protect(packet, 12, 16));
  };
  const first = new SrtpSender(suite, master);
  for (const sequenceNumber of [65_534, 65_535, 0, 1]) {
    expect(receiver.open(of(1, first, sequenceNumber))).not.toBeNull();
  }
  for (let ssrc = 2; ssrc < 12; ssrc++) {
    expect(receiver.open(of(ssrc, new SrtpSender(suite, master), 5))).not.toBeNull();
  }
  expect(receiver.open(of(1, first, 2))).not.toBeNull();
  const report = (ssrc: number): Buffer => {
    const octets = hex('81c90001 00000000');
    octets.writeUInt32BE(ssrc, 4);
    return octets;
  };
  const reporting = new SrtpSender(suite, master);
  for (let n = 0; n < 200; n++) expect(receiver.openRtcp(reporting.protectRtcp(report(1)))).not.toBeNull();
  expect(receiver.openRtcp(new SrtpSender(suite, master).protectRtcp(report(2)))).toEqual(report(2));
});

test('encrypting twice restores a packet at any index', () => {
  const keys = new SrtpKeys(master, 'rtp');
  for (const index of [0, 65_535, 2 ** 32, 2 ** 47]) {
    const packet = Buffer.from('what is encrypted twice is as it was, whatever its length');
    keys.crypt(packet, 4, packet.length, 0xcafebabe, index);
    expect(packet.subarray(0, 4).toString()).toBe('what');
    expect(packet.toString('latin1', 4)).not.toContain('encrypted');
    keys.crypt(packet, 4, packet.length, 0xcafebabe, index);
    expect(packet.toString()).toBe('what is encrypted twice is as it was, whatever its length');
  }
});
