import { expect, test } from 'vitest';
import { acceptCall, inviteTo, recordEvents } from '../../../../test/sip/fake-network.ts';
import {
  offer,
  peerAt,
  placeAnswered,
  request,
  responseTo,
  world,
} from '../../../../test/sip/scripted-peer.ts';
import type { IncomingCall } from '../call/incoming-call.ts';
import { digitOfInfo, infoOfDigit } from './info-digits.ts';

/** Returns the incoming call of an INVITE with these headers. */
function taken(...headers: string[]): IncomingCall {
  const calls: IncomingCall[] = [];
  const w = world({}, (call) => calls.push(call));
  w.send(request({ body: offer, headers }));
  return calls[0]!;
}

test('who calls, who wants it kept, and who sent the call on', () => {
  const call = taken(
    'P-Asserted-Identity: "Grace" <sip:+15550100@example.com>, <tel:+15550100>',
    'Privacy: id; user',
    'Diversion: <sip:+15550177@example.com>;reason=no-answer, <sip:+15550178@example.com>',
  );
  expect(call.assertedIdentity?.uri.user).toBe('+15550100');
  expect(call.privacy).toEqual(['id', 'user']);
  expect(call.divertedFrom?.uri.user).toBe('+15550177');
});

test('without Diversion, the entry of History-Info before the last', () => {
  const history = [
    '<sip:+15550101@example.com>;index=1, <sip:+15550102@example.com?Reason=SIP%3Bcause%3D302>;index=1.1',
    '<sip:4711@192.0.2.1>;index=1.1.1',
  ].map((value) => `History-Info: ${value}`);
  expect(taken(...history).divertedFrom?.uri.user).toBe('+15550102');
  expect(taken(history[1]!).divertedFrom).toBeNull();
  expect(taken('Diversion: broken <').divertedFrom).toBeNull();
});

test('the X- headers, as many and as long as are reasonable', () => {
  const many = Array.from({ length: 30 }, (_, i) => `X-N-${i}: ${i}`);
  const found = taken('X-Long: '.padEnd(400, 'x'), 'X-Name: Zoë', 'Y-Name: no', ...many).extensionHeaders();
  expect(found).toHaveLength(20);
  expect(found.slice(0, 2)).toEqual([
    ['x-name', 'Zoë'],
    ['x-n-0', '0'],
  ]);
});

test('a call says who we vouch for, and an anonymous one nothing else', () => {
  const w = world();
  const identity = { assertedIdentity: 'sip:+15550199@192.0.2.1', displayName: 'Parley' };
  w.agent.invite({ ...inviteTo(peerAt, 'open'), ...identity }, recordEvents([]));
  w.agent.invite({ ...inviteTo(peerAt, 'hidden'), ...identity, isAnonymous: true }, recordEvents([]));
  w.time.advance(20);
  const [open, hidden] = w.got;
  expect(open).toContain('From: "Parley" <sip:+15550199@192.0.2.1>');
  expect(open).toContain('P-Asserted-Identity: <sip:+15550199@192.0.2.1>');
  expect(open).not.toContain('Privacy:');
  expect(hidden).toContain('From: "Anonymous" <sip:anonymous@anonymous.invalid>');
  expect(hidden).toContain('Privacy: id');
  const broken = { ...inviteTo(peerAt, 'broken'), assertedIdentity: 'nobody' };
  expect(() => w.agent.invite(broken, recordEvents([]))).toThrow(TypeError);
});

test.each([
  ['application/dtmf-relay', 'Signal=5\r\nDuration=160\r\n', '5'],
  ['application/dtmf-relay', 'Duration=160\nsignal = # \n', '#'],
  ['application/dtmf-relay', 'Signal=10\r\n', '*'],
  ['application/dtmf-relay', 'Signal=55\r\n', null],
  ['application/dtmf-relay', 'Signal=\r\n', null],
  ['application/dtmf', '7', '7'],
  ['application/dtmf', ' d\r\n', 'D'],
  ['application/dtmf', '77', null],
  ['text/plain', '7', null],
])('%s %j is the key %j', (type, body, digit) => {
  expect(digitOfInfo(type, body)).toBe(digit);
});

test('a key goes out by INFO, and whether it was taken is known', async () => {
  const w = world({}, acceptCall);
  const { call, events } = placeAnswered(w);
  const taken = call.sendDigit('#');
  w.time.advance(20);
  expect(w.got.at(-1)).toMatch(/^INFO [\s\S]*\r\n\r\nSignal=#\r\nDuration=160\r\n$/);
  expect(digitOfInfo('application/dtmf-relay', infoOfDigit('#', 160).content)).toBe('#');
  w.send(responseTo(w.got.at(-1)!, 'SIP/2.0 200 OK', 'one'));
  expect(await taken).toBe(true);
  const refused = call.sendDigit('1');
  w.time.advance(20);
  w.send(responseTo(w.got.at(-1)!, 'SIP/2.0 415 Unsupported Media Type', 'one'));
  expect([await refused, await call.sendDigit('x'), await call.sendDigit('12')]).toEqual([
    false,
    false,
    false,
  ]);
  expect(events).toEqual(['answer']);
});
