import { expect, test } from 'vitest';
import { calledOff, waitAtMost } from './abort.ts';

const never = new Promise<never>(() => undefined);
const hourMs = 3_600_000;

test('waits for work, and comes to what it comes to', async () => {
  const { signal } = new AbortController();
  expect(await waitAtMost(Promise.resolve(7), hourMs)).toBe(7);
  expect(await waitAtMost(Promise.resolve(null), hourMs, signal)).toBeNull();
  await expect(waitAtMost(Promise.reject(new Error('no')), hourMs, signal)).rejects.toThrow('no');
});

test('waits no longer than it may, and not for what is called off', async () => {
  expect(await waitAtMost(never, 5)).toBeUndefined();
  const over = new AbortController();
  const waiting = waitAtMost(never, hourMs, over.signal);
  over.abort(calledOff);
  expect(await waiting).toBeUndefined();
  expect(await waitAtMost(never, hourMs, over.signal)).toBeUndefined();
});

test('what fails when nobody waits any more disturbs nobody', async () => {
  const work = Promise.withResolvers<void>();
  expect(await waitAtMost(work.promise, 5)).toBeUndefined();
  work.reject(new Error('too late'));
  await expect(work.promise).rejects.toThrow('too late');
});

test('what is called off without a reason is what an AbortController makes of it', () => {
  const own = new AbortController();
  own.abort();
  expect([calledOff.name, calledOff.message, calledOff.code]).toEqual([
    own.signal.reason.name,
    own.signal.reason.message,
    own.signal.reason.code,
  ]);
});
