import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { metrics, silentLog } from '../../../platform/kernel/index.ts';
import { LoadWatch } from './load-watch.ts';

beforeEach(() => {
  metrics.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a process whose voice is seconds behind takes no more calls, until it has caught up', async () => {
  let behindMs = 0;
  const media = { lateShare: () => 0 };
  const voiceLoad = () => ({ behindMs, spokenCharacters: 0, charactersPerSecond: 10_000 });
  let calls = 100;
  const liveCalls = () => calls;
  const watch = new LoadWatch({ media, voiceLoad, liveCalls });
  const over = new AbortController();
  const run = watch.run({ media, voiceLoad, log: silentLog, liveCalls, signal: over.signal });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(watch.isOverloaded).toBe(false);
  behindMs = 2_500;
  // At once: more calls may begin in the time in which the gate looks.
  expect(watch.isOverloaded).toBe(true);
  calls = 4;
  expect(watch.isOverloaded).toBe(false);
  calls = 100;
  await vi.advanceTimersByTimeAsync(2_500);
  expect(watch.isOverloaded).toBe(true);
  expect(await metrics.metrics()).toMatch(/^parley_voice_behind_seconds 2.5$/m);
  behindMs = 0;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(watch.isOverloaded).toBe(false);
  over.abort();
  await vi.advanceTimersByTimeAsync(500);
  await run;
});
