import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';

/** Pauses between two questions, in milliseconds. Most answers come soon; a call takes seconds. */
const firstPauseMs = 20;
const pauseMsMax = 200;

/**
 * Polls until the answer matches, for 10 s by default. `expect.poll` cannot do this in concurrent tests. Each question of the
 * program costs 5 ms of processor time, so the pauses grow by half.
 */
export async function eventually(
  ask: () => string | Promise<string>,
  fits: RegExp | string,
  timeout = 10_000,
): Promise<void> {
  const endsAt = performance.now() + timeout;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, pauseMsMax)) {
    try {
      expect(await ask()).toMatch(fits);
      return;
    } catch (error) {
      if (performance.now() >= endsAt) throw error;
    }
    await delay(pauseMs);
  }
}
