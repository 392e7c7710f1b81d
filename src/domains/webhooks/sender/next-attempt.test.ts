import fc from 'fast-check';
import { expect, it } from 'vitest';
import { givenUpAfterMs, nextDelayMs } from './next-attempt.ts';

const unit = fc.double({ min: 0, max: 1, noNaN: true });

it('waits longer each time and gives up within 3 days, after 12 to 16 attempts', () => {
  fc.assert(
    fc.property(fc.array(unit, { minLength: 40, maxLength: 40 }), (random) => {
      let sinceFirstMs = 0;
      let before = 0;
      for (let tries = 1; ; tries++) {
        const delayMs = nextDelayMs(tries, sinceFirstMs, random[tries]!);
        if (delayMs === null) {
          expect(tries).toBeGreaterThanOrEqual(12);
          expect(tries).toBeLessThanOrEqual(16);
          expect(sinceFirstMs).toBeGreaterThan(givenUpAfterMs - 14.4 * 3_600_000);
          return;
        }
        expect(delayMs).toBeGreaterThanOrEqual(4000);
        if (tries <= 9) expect(delayMs).toBeGreaterThan(before);
        before = delayMs;
        sinceFirstMs += delayMs;
        expect(sinceFirstMs).toBeLessThanOrEqual(givenUpAfterMs);
      }
    }),
  );
});

it('waits 5 seconds after the first attempt, and never more than 12 hours plus jitter', () => {
  expect(nextDelayMs(1, 0, 0.5)).toBe(5000);
  expect(nextDelayMs(11, 0, 0.5)).toBe(12 * 3_600_000);
  expect(nextDelayMs(1, givenUpAfterMs, 0)).toBeNull();
});
