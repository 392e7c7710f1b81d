import { expect, test } from 'vitest';
import { calledOff, waitAtMost } from './abort.ts';

const never = new Promise<never>(() => undefined);
const hourMs = 3_600_000;

test('returns or throws what the work does', async () => {
  const { signal } = new AbortController();
  expect(await waitAtMost(Promise.resolve(7), hourMs)).toBe(7);
  expect(await waitAtMost(Promise.resolve(null), hourMs, signal)).toBeNull();
  await expect(waitAtMost(Promise.reject(new Error('no')), hourMs, signal)).rejects.toThrow('no');
});

test('stops waiting at its timeout and when its signal aborts', async () => {
  expect(await waitAtMost(never, 5)).toBeUndefined();
  const over = new AbortController();
  const waiting = waitAtMost(never, hourMs, over.signal);
  over.abort(calledOff);
  expect(await waiting).toBeUndefined();
  expect(await waitAtMost(never, hourMs, over.signal)).toBeUndefined();
});

test('ignores a failure after its timeout', async () => {
  const work = Promise.withResolvers<void>();
  expect(await waitAtMost(work.promise, 5)).toBeUndefined();
  work.reject(new Error('too late'));
  await expect(work.promise).rejects.toThrow('too late');
});

test('calledOff equals the reason of an abort without a reason', () => {
  const own = new AbortController();
  own.abort();
  expect([calledOff.name, calledOff.message, calledOff.code]).toEqual([
    own.signal.reason.name,
    own.signal.reason.message,
    own.signal.reason.code,
  ]);
});
