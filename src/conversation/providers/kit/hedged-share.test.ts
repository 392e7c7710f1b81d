import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { delay } from '../../../platform/kernel/index.ts';
import { type Attempt, hedged } from './hedged.ts';
import { ResponseTimes } from './response-times.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
});

/** Returns a generator of numbers from 0 to 1, the same for the same seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a time with a typical network distribution: around `medianMs`, with a long tail. */
function logNormal(next: () => number, medianMs: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return medianMs * Math.exp(0.5 * normal);
}

/** Returns the share of requests that also go to the second provider, after the first thousand. */
async function hedgedShare(seed: number, secondMedianMs: number): Promise<number> {
  const next = numbers(seed);
  const times = new ResponseTimes();
  const requests = 3_000;
  let asked = 0;
  const answering = (ms: number): Attempt<string> =>
    async function* (signal) {
      await delay(ms, signal);
      signal.throwIfAborted();
      yield 'a';
    };
  for (let request = 0; request < requests; request++) {
    const first = answering(logNormal(next, 400));
    const secondMs = logNormal(next, secondMedianMs);
    const second: Attempt<string> = (signal) => {
      if (request >= 1_000) asked++;
      return answering(secondMs)(signal);
    };
    const options = {
      patienceMs: times.patienceMs,
      signal: undefined,
      onTook: (ms: number) => times.add(ms),
    };
    const parts = hedged(first, second, options)[Symbol.asyncIterator]();
    const part = parts.next();
    await vi.advanceTimersByTimeAsync(20_000);
    expect((await part).value).toBe('a');
    await parts.next();
  }
  return asked / (requests - 1_000);
}

test.each([
  [1, 400],
  [2, 50],
])('about one request in twenty is hedged, also where the second is faster (seed %j)', async (seed, ms) => {
  const share = await hedgedShare(seed, ms);
  expect(share).toBeGreaterThan(0.02);
  expect(share).toBeLessThan(0.1);
});
