import { expect, test } from 'vitest';
import { silentLog } from '../../../platform/kernel/index.ts';
import type { IncomingCall } from '../../../telephony/sip/index.ts';
import { Refusal } from '../inbound/inbound-answer.ts';
import { Capacity } from './capacity.ts';

function open(callsMax: number) {
  const state = { live: 0, loadMax: Number.POSITIVE_INFINITY, hasLease: true, taken: 0 };
  const capacity = new Capacity({
    callsMax,
    liveCalls: () => state.live,
    admits: (calls) => Math.max(state.loadMax - calls, 0),
    onTaken: () => void state.taken++,
    hasLease: () => state.hasLease,
  });
  return { capacity, state };
}

test('reserves no more than the process carries', () => {
  const { capacity, state } = open(3);
  state.live = 1;
  const taken = Array.from({ length: 4 }, () => capacity.reserve());
  expect(taken.map((reserved) => typeof reserved)).toEqual(['object', 'object', 'string', 'string']);
  expect(taken[3]).toBe('process-full');
  expect(capacity.room()).toBe(0);
  state.live = 2;
  const [first] = taken;
  if (typeof first === 'object') first.release();
  expect(capacity.room()).toBe(0);
  state.live = 1;
  expect(capacity.room()).toBe(1);
});

test('returns why a process takes no call: its database is away, it is overloaded, it drains', () => {
  const { capacity, state } = open(3);
  state.hasLease = false;
  expect([capacity.room(), capacity.reserve()]).toEqual([0, 'database-away']);
  state.hasLease = true;
  state.loadMax = 0;
  expect([capacity.room(), capacity.reserve()]).toEqual([0, 'overloaded']);
  // A call that moves would end otherwise.
  expect(capacity.room(true)).toBe(3);
  const moved = capacity.reserve(true);
  expect(capacity.room(true)).toBe(2);
  if (typeof moved === 'object') moved.release();
  state.loadMax = 1;
  const only = capacity.reserve();
  // A call that arrives counts, although it is not live yet.
  expect(capacity.reserve()).toBe('overloaded');
  if (typeof only === 'object') only.release();
  state.loadMax = Number.POSITIVE_INFINITY;
  expect(capacity.room()).toBe(3);
  capacity.close();
  expect([capacity.room(), capacity.reserve()]).toEqual([0, 'draining']);
});

test.each([
  [
    503,
    [
      ['Retry-After', '5'],
      ['Warning', '399 parley "no"'],
    ],
  ],
  [486, []],
])('a refusal with %d carries the headers %j', (code, headers) => {
  const rejected: unknown[] = [];
  const incoming = {
    source: { address: '192.0.2.1', port: 5060 },
    callId: 'one',
    reject: (...parts: unknown[]) => rejected.push(parts),
  } as unknown as IncomingCall;
  new Refusal(code, 'process-full', 'no').answer(incoming, silentLog);
  expect(rejected).toEqual([[code, undefined, headers]]);
});
