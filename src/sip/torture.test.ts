import { expect, test } from 'vitest';
import { type Log, silentLog } from '../kernel/index.ts';
import { acceptCall, delegateOf, FakeNetwork, inviteTo, recordEvents } from './fake-network.ts';
import { StreamReader } from './stream-reader.ts';
import { applicationMessages, invalidMessages } from './torture-invalid.ts';
import { type TortureMessage, validMessages } from './torture-valid.ts';

const us = { address: '192.0.2.1', port: 5060 };
const them = { address: '192.0.2.2', port: 5060 };
const stranger = { address: '192.0.2.66', port: 5060 };
const all = [...validMessages, ...invalidMessages, ...applicationMessages];

const bytesOf = ({ text }: TortureMessage): Buffer => Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1');

/** A user agent with a running call, and a stranger who sends it one message. */
function send(message: TortureMessage) {
  const network = new FakeNetwork();
  const errors: unknown[] = [];
  const log: Log = Object.assign(Object.create(silentLog) as Log, {
    error: (it: unknown) => errors.push(it),
  });
  const seen: string[] = [];
  const callee = network.userAgent(them, delegateOf([], acceptCall), { log, acknowledgedByMs: 8_000 });
  const caller = network.userAgent(us, delegateOf([], acceptCall));
  const call = caller.invite(inviteTo(them, 'running'), recordEvents(seen));
  network.scheduler.advance(100);
  const before = network.sent.length;
  network.peer(stranger).send(bytesOf(message), them);
  network.scheduler.advance(60_000);
  const answers = network.sent
    .slice(before + 1)
    .map(({ text }) => /^SIP\/2\.0 ([2-6]\d\d)/.exec(text)?.[1])
    .filter((status) => status !== undefined);
  return { network, callee, caller, call, seen, errors, answers };
}

test.each(all)('$name: $answer', (message) => {
  const { network, callee, caller, call, seen, errors, answers } = send(message);
  expect(answers[0] ?? null).toBe(message.answer === null ? null : String(message.answer));
  expect(errors).toEqual([]);
  // The call that was there is still there, and ends as it would have.
  expect(seen).toEqual(['answer']);
  expect(caller.liveCalls()).toBe(1);
  call.hangUp();
  network.scheduler.advance(300_000);
  expect([caller.stateSize(), callee.stateSize(), network.scheduler.pending]).toEqual([0, 0, 0]);
});

test.each(invalidMessages.filter(({ answer }) => answer === null || answer === 400 || answer === 505))(
  '$name is counted as malformed',
  (message) => {
    expect(send(message).callee.counters().malformed).toBe(1);
  },
);

test.each(all)('$name over a stream: cut, or given up', (message) => {
  const cut: Buffer[] = [];
  const reader = new StreamReader({ onMessage: (one) => cut.push(one), onPing: () => {} });
  const bytes = bytesOf(message);
  const problem = reader.push(bytes);
  expect(problem === null || cut.length <= 1).toBe(true);
  expect(bytes.includes(cut[0] ?? Buffer.alloc(0))).toBe(true);
});
