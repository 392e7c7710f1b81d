import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PollingLoop } from './polling-loop.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('works while there is work, then when it is woken or has waited, and ends after the work in progress', async () => {
  let left = 3;
  let calls = 0;
  const loop = new PollingLoop(async () => {
    calls++;
    return left-- > 0;
  }, 1000);
  loop.start();
  await vi.advanceTimersByTimeAsync(999);
  expect(calls).toBe(4);
  await vi.advanceTimersByTimeAsync(1);
  expect(calls).toBe(5);
  loop.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(calls).toBe(6);
  await loop.stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect([calls, vi.getTimerCount()]).toEqual([6, 0]);
});

it('forgets no wake that comes during the work', async () => {
  const works: PromiseWithResolvers<boolean>[] = [];
  const loop = new PollingLoop(() => {
    works.push(Promise.withResolvers());
    return works.at(-1)!.promise;
  }, 1000);
  loop.start();
  loop.wake();
  works[0]!.resolve(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(works).toHaveLength(2);
  let isStopped = false;
  const stopped = loop.stop().then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(isStopped).toBe(false);
  works[1]!.resolve(true);
  await stopped;
  expect(works).toHaveLength(2);
});
