import { expect, test } from 'vitest';
import { silentLog } from '../../../platform/kernel/index.ts';
import type { IncomingCall } from '../../../telephony/sip/index.ts';
import { Refusal } from '../inbound/refusal.ts';
import { Places } from './places.ts';

function open(callsMax: number) {
  const state = { live: 0, isOverloaded: false };
  const places = new Places({
    callsMax,
    liveCalls: () => state.live,
    isOverloaded: () => state.isOverloaded,
  });
  return { places, state };
}

test('a burst of calls takes no more places than there are', () => {
  const { places, state } = open(3);
  state.live = 1;
  const taken = Array.from({ length: 4 }, () => places.take());
  expect(taken.map((place) => typeof place)).toEqual(['object', 'object', 'string', 'string']);
  expect(taken[3]).toBe('process-full');
  expect(places.room()).toBe(0);
  state.live = 2;
  const [first] = taken;
  if (typeof first === 'object') first.giveBack();
  expect(places.room()).toBe(0);
  state.live = 1;
  expect(places.room()).toBe(1);
});

test('no place is left on a machine that is late, or in a process that ends, and it says which', () => {
  const { places, state } = open(3);
  state.isOverloaded = true;
  expect([places.room(), places.take()]).toEqual([0, 'overloaded']);
  state.isOverloaded = false;
  expect(places.room()).toBe(3);
  places.close();
  expect([places.room(), places.take()]).toEqual([0, 'draining']);
});

test.each([
  [503, [['Retry-After', '5']]],
  [486, []],
])('who is refused with %d is told when to try again: %j', (code, headers) => {
  const rejected: unknown[] = [];
  const incoming = {
    source: { address: '192.0.2.1', port: 5060 },
    callId: 'one',
    reject: (...told: unknown[]) => rejected.push(told),
  } as unknown as IncomingCall;
  new Refusal(code, 'process-full', 'no').answer(incoming, silentLog);
  expect(rejected).toEqual([[code, undefined, headers]]);
});
