import { expect, test } from 'vitest';
import { SourceLimiter } from './rate-limit.ts';

function limiter() {
  let nowMs = 0;
  const scheduler = { nowMs: () => nowMs, after: () => () => {} };
  const made = new SourceLimiter({ perSecond: 1, burst: 3 }, scheduler);
  const taken = (source: string, times: number): number =>
    Array.from({ length: times }).filter(() => made.take(source)).length;
  return { taken, advance: (ms: number) => (nowMs += ms) };
}

test('a source has its burst, then its rate', () => {
  const { taken, advance } = limiter();
  expect(taken('a', 10)).toBe(3);
  advance(2_000);
  expect(taken('a', 10)).toBe(2);
  advance(60_000);
  expect(taken('a', 10)).toBe(3);
});

test('however many other names are used, a source that has used its burst gets none more', () => {
  const { taken, advance } = limiter();
  expect(taken('a', 10)).toBe(3);
  let others = 0;
  for (let i = 0; i < 30_000; i++) others += taken(`forged-${i}`, 1);
  expect(taken('a', 10)).toBe(0);
  // Sources beyond the remembered number share one bucket.
  expect(others).toBe(9_999 + 3);
  // Full buckets are dropped, so each new source has a bucket of its own.
  advance(60_000);
  for (let i = 0; i < 5_000; i++) others += taken(`late-${i}`, 1);
  expect(others).toBe(9_999 + 3 + 5_000);
  expect(taken('a', 10)).toBe(3);
});
