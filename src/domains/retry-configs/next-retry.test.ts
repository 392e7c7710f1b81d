import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextRetry, type RetryRules, retryOutcomes } from './next-retry.ts';

const config: RetryRules = {
  maxAttempts: 4,
  delaysSeconds: [60, 600],
  outcomeDelaysSeconds: {},
  retryOn: ['no-answer', 'busy'],
};

describe('nextRetry', () => {
  it('uses the delays in order, then repeats the last one, then gives up', () => {
    const delays = [1, 2, 3, 4, 5].map((attempt) => nextRetry({ config, attempt, outcome: 'busy' }));
    expect(delays).toEqual([{ delaySeconds: 60 }, { delaySeconds: 600 }, { delaySeconds: 600 }, null, null]);
  });

  it('does not retry after an unlisted outcome', () => {
    expect(nextRetry({ config, attempt: 1, outcome: 'voicemail' })).toBeNull();
    expect(nextRetry({ config, attempt: 1, outcome: 'failed' })).toBeNull();
  });

  it('retries at once after a delay of 0', () => {
    const eager = { ...config, delaysSeconds: [0] };
    expect(nextRetry({ config: eager, attempt: 1, outcome: 'busy' })).toEqual({ delaySeconds: 0 });
  });

  it('uses the delays of the outcome where it has some', () => {
    const rules = { ...config, outcomeDelaysSeconds: { busy: [5, 10] } };
    const delay = (attempt: number, outcome: 'busy' | 'no-answer') =>
      nextRetry({ config: rules, attempt, outcome })?.delaySeconds;
    expect([delay(1, 'busy'), delay(2, 'busy'), delay(3, 'busy')]).toEqual([5, 10, 10]);
    expect([delay(1, 'no-answer'), delay(2, 'no-answer')]).toEqual([60, 600]);
  });

  it('never makes more than maxAttempts attempts, whatever the outcomes', () => {
    const rules = fc.record({
      maxAttempts: fc.integer({ min: 1, max: 20 }),
      delaysSeconds: fc.array(fc.nat(2_592_000), { minLength: 1, maxLength: 20 }),
      outcomeDelaysSeconds: fc.constant({}),
      retryOn: fc.uniqueArray(fc.constantFrom(...retryOutcomes), { minLength: 1 }),
    });
    const outcomes = fc.array(fc.constantFrom(...retryOutcomes), { minLength: 30, maxLength: 30 });
    fc.assert(
      fc.property(rules, outcomes, (config, endings) => {
        let attempts = 0;
        for (const outcome of endings) {
          attempts++;
          const next = nextRetry({ config, attempt: attempts, outcome });
          if (next === null) break;
          expect(config.retryOn).toContain(outcome);
          expect(config.delaysSeconds).toContain(next.delaySeconds);
        }
        expect(attempts).toBeLessThanOrEqual(config.maxAttempts);
        const always = endings.every((outcome) => config.retryOn.includes(outcome));
        if (always) expect(attempts).toBe(config.maxAttempts);
      }),
    );
  });
});
