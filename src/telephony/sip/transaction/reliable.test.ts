import { expect, test } from 'vitest';
import {
  acceptCall,
  delegateOf,
  FakeNetwork,
  inviteTo,
  recordEvents,
} from '../../../../test/sip/fake-network.ts';
import type { TargetTransport } from '../base/transport.ts';
import type { IncomingCall } from '../call/incoming-call.ts';

const us = { address: '192.0.2.1', port: 5060 };
const them = { address: '192.0.2.2', port: 5060 };

function world(take: (call: IncomingCall) => void, transport: TargetTransport = 'tcp') {
  const network = new FakeNetwork();
  const seen: string[] = [];
  const caller = network.userAgent(us, delegateOf([], acceptCall));
  const callee = network.userAgent(them, delegateOf([], take));
  const invite = inviteTo(them, 'call-1');
  const call = () =>
    caller.invite({ ...invite, target: { ...invite.target, transport } }, recordEvents(seen));
  return { network, time: network.scheduler, caller, callee, seen, call, invite };
}

function expectClean(w: ReturnType<typeof world>): void {
  w.time.advance(200_000);
  expect([w.caller.stateSize(), w.callee.stateSize(), w.time.pending]).toEqual([0, 0, 0]);
}

test('a whole call stays on TCP, and says so in Via and Contact', () => {
  const w = world(acceptCall);
  const call = w.call();
  w.time.advance(1_000);
  call.hangUp();
  w.time.advance(1_000);
  expect(w.network.startLines(us).map((line) => line.split(' ')[0])).toEqual(['INVITE', 'ACK', 'BYE']);
  expect(new Set(w.network.sent.map(({ to }) => to.transport))).toEqual(new Set(['tcp']));
  for (const { text } of w.network.sent) expect(text).toContain('Via: SIP/2.0/TCP 192.0.2.1:5060;branch=');
  expect(w.network.sent[0]!.text).toContain('Contact: <sip:192.0.2.1:5060;transport=tcp>');
  const answer = w.network.sent.find(({ text }) => text.startsWith('SIP/2.0 200'))!;
  expect(answer.text).toContain('Contact: <sip:192.0.2.2:5060;transport=tcp>');
  expect(w.seen).toEqual(['answer']);
  expectClean(w);
});

test('a sips call goes over TLS and has sips Contacts', () => {
  const w = world(acceptCall);
  const sips = `sips:+15550100@${them.address}`;
  const call = w.caller.invite({ ...w.invite, requestUri: sips, toUri: sips }, recordEvents(w.seen));
  w.time.advance(1_000);
  call.hangUp();
  w.time.advance(1_000);
  expect(new Set(w.network.sent.map(({ to }) => to.transport))).toEqual(new Set(['tls']));
  expect(w.network.sent[0]!.text).toContain('Contact: <sips:192.0.2.1:5060>');
  expect(w.network.startLines(us).at(-1)).toBe('BYE sips:192.0.2.2:5060 SIP/2.0');
  expectClean(w);
});

test('an INVITE without an answer is sent once, and ends at timer B', () => {
  const w = world(acceptCall);
  w.network.lose = () => true;
  w.call();
  w.time.advance(31_999);
  expect(w.seen).toEqual([]);
  w.time.advance(1);
  expect(w.seen).toEqual(['fail timeout null']);
  expect(w.network.sent).toHaveLength(1);
  expectClean(w);
});

test('a BYE without an answer is sent again on a new connection, and a DTMF key is not', async () => {
  const w = world(acceptCall);
  const call = w.call();
  w.time.advance(1_000);
  let lost = 2;
  w.network.lose = ({ text }) => /^(INFO|BYE)/.test(text) && lost-- > 0;
  const pressed = call.sendDigit('1');
  w.time.advance(32_100);
  expect(await pressed).toBe(false);
  // The call ends when the peer does not answer the INFO request of a key.
  expect(w.seen).toEqual(['answer', 'end system']);
  w.time.advance(32_100);
  const lines = w.network.startLines(us).map((line) => line.split(' ')[0]);
  expect(lines).toEqual(['INVITE', 'ACK', 'INFO', 'BYE', 'BYE']);
  expect(w.network.givenUp).toMatchObject([{ ...them, transport: 'tcp' }]);
  const [first, second] = w.network.sent.filter(({ text }) => text.startsWith('BYE'));
  const branch = (text: string) => /branch=([^;\r]+)/.exec(text)![1];
  expect(branch(second!.text)).not.toBe(branch(first!.text));
  expectClean(w);
});

test('a refusal and its ACK are sent once, whether or not the ACK arrives', () => {
  const w = world((call) => call.reject(486));
  w.network.lose = ({ text }) => text.startsWith('ACK');
  w.call();
  w.time.advance(60_000);
  expect(w.network.startLines(us).map((line) => line.split(' ')[0])).toEqual(['INVITE', 'ACK']);
  expect(w.network.startLines(them)).toEqual(['SIP/2.0 100 Trying', 'SIP/2.0 486 Busy Here']);
  expectClean(w);
});

test('no BYE is repeated on the connection that it went out on', () => {
  const w = world(acceptCall);
  const call = w.call();
  w.time.advance(1_000);
  w.network.lose = () => true;
  call.hangUp();
  w.time.advance(31_900);
  expect(w.network.startLines(us).filter((line) => line.startsWith('BYE'))).toHaveLength(1);
});

test('nothing is kept for repetitions that cannot come', () => {
  const w = world((call) => call.reject(486));
  w.call();
  w.time.advance(1_000);
  expect([w.caller.stateSize(), w.callee.stateSize()]).toEqual([0, 0]);
});

test('over UDP nothing has changed', () => {
  const w = world(acceptCall, 'udp');
  const call = w.call();
  w.time.advance(1_000);
  expect(w.network.sent[0]!.text).toContain('Via: SIP/2.0/UDP 192.0.2.1:5060;branch=');
  expect(w.network.sent[0]!.text).toContain('Contact: <sip:192.0.2.1:5060>\r\n');
  call.hangUp();
  expectClean(w);
});
