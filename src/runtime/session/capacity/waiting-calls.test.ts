import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { metrics, silentLog } from '../../../platform/kernel/index.ts';
import type { NoCapacity } from './capacity.ts';
import { WaitingCalls } from './waiting-calls.ts';

beforeEach(() => {
  metrics.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A process with `room` for further calls. */
function open({ waitMsMax = 10_000, waitingMax = 3, hasOther = async () => false } = {}) {
  const state: { room: number; refusal: NoCapacity } = { room: 0, refusal: 'overloaded' };
  const released = vi.fn<() => void>();
  const capacity = {
    refusal: () => (state.room > 0 ? null : state.refusal),
    reserve() {
      if (state.room === 0) return state.refusal;
      state.room--;
      return { release: released };
    },
  };
  const waiting = new WaitingCalls({ capacity, waitMsMax, waitingMax, hasOther, log: silentLog });
  const order: string[] = [];
  const wait = (name: string, gone = new AbortController()) => {
    void waiting
      .wait(gone.signal)
      .then((reserved) => order.push(typeof reserved === 'string' ? `${name} ${reserved}` : name));
    return gone;
  };
  return { waiting, state, wait, order };
}

test('gives room to those that wait one by one, in the order in which they came, before a new call', async () => {
  const { waiting, state, wait, order } = open();
  expect(waiting.reserve()).toBe('overloaded');
  for (const name of ['first', 'second', 'third']) wait(name);
  state.room = 2;
  expect(waiting.reserve()).toBe('overloaded');
  await vi.advanceTimersByTimeAsync(100);
  expect(order).toEqual(['first']);
  await vi.advanceTimersByTimeAsync(100);
  expect([order, waiting.size]).toEqual([['first', 'second'], 1]);
  await vi.advanceTimersByTimeAsync(9_700);
  expect(order).toEqual(['first', 'second']);
  await vi.advanceTimersByTimeAsync(100);
  expect(order).toEqual(['first', 'second', 'third overloaded']);
  state.room = 1;
  expect(waiting.reserve()).toMatchObject({ release: expect.any(Function) });
});

test('a caller that gives up leaves its turn to the next one, and takes no room', async () => {
  const { state, wait, order } = open();
  const gone = wait('first');
  wait('second');
  gone.abort();
  state.room = 1;
  await vi.advanceTimersByTimeAsync(100);
  expect([order, state.room]).toEqual([['first overloaded', 'second'], 0]);
  const before = new AbortController();
  before.abort();
  wait('late', before);
  await vi.advanceTimersByTimeAsync(0);
  expect(order.at(-1)).toBe('late overloaded');
});

test('of calls that come at the same moment, no more wait than may', async () => {
  const { waiting, wait, order } = open({ waitingMax: 2 });
  const names = ['first', 'second', 'third', 'fourth'];
  expect(await Promise.all(names.map(() => waiting.isWorthWaiting('overloaded')))).not.toContain(false);
  for (const name of names) wait(name);
  await vi.advanceTimersByTimeAsync(0);
  expect([waiting.size, order]).toEqual([2, ['third overloaded', 'fourth overloaded']]);
});

test('ends the waits when the process stops', async () => {
  const { state, wait, order } = open();
  wait('first');
  wait('second');
  state.refusal = 'draining';
  await vi.advanceTimersByTimeAsync(100);
  expect(order).toEqual(['first draining', 'second draining']);
});

test('a call waits only for room that this process alone may have soon, and only some calls do', async () => {
  const { waiting, wait } = open({ waitingMax: 2 });
  expect(await waiting.isWorthWaiting('overloaded')).toBe(true);
  expect(await waiting.isWorthWaiting('process-full')).toBe(true);
  expect(await waiting.isWorthWaiting('draining')).toBe(false);
  expect(await waiting.isWorthWaiting('database-away')).toBe(false);
  wait('first');
  wait('second');
  expect(await waiting.isWorthWaiting('overloaded')).toBe(false);
});

test('OPTIONS are answered as a call would be: also while calls may wait, unless another process has room', async () => {
  let isOther = false;
  const { waiting, state, wait } = open({ waitingMax: 1, hasOther: async () => isOther });
  const isOpen = async () => {
    void waiting.isOpen;
    await vi.advanceTimersByTimeAsync(1);
    return waiting.isOpen;
  };
  expect(await isOpen()).toBe(true);
  isOther = true;
  await vi.advanceTimersByTimeAsync(1000);
  expect(await isOpen()).toBe(false);
  state.room = 1;
  expect(waiting.isOpen).toBe(true);
  state.room = 0;
  isOther = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect(await isOpen()).toBe(true);
  state.refusal = 'draining';
  expect(waiting.isOpen).toBe(false);
  state.refusal = 'process-full';
  wait('first');
  expect(waiting.isOpen).toBe(false);
});

test.each([
  [{ hasOther: async () => true }, false],
  [{ hasOther: () => Promise.reject(new Error('the database is slow')) }, true],
  [{ waitMsMax: 0 }, false],
])('with %j, a call waits: %j', async (options, expected) => {
  metrics.clear();
  expect(await open(options).waiting.isWorthWaiting('overloaded')).toBe(expected);
});
