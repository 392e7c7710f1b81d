import { expect, test } from 'vitest';
import {
  attemptsAt,
  formatWaits,
  outcomes,
  parseWaits,
  type RetryRules,
  waitsAfter,
  waitsInWords,
} from '../../console/src/features/retry-configs/waits.ts';
import { nextRetry } from '../../src/domains/retry-configs/index.ts';

const rules: RetryRules = {
  maxAttempts: 5,
  delaysSeconds: [300, 3_600],
  outcomeDelaysSeconds: { busy: [90] },
  retryOn: ['busy', 'no-answer'],
};

test('the picture shows the waits that the dialer uses', () => {
  for (const { value: outcome } of outcomes) {
    const waits: number[] = [];
    for (let attempt = 1; ; attempt += 1) {
      const next = nextRetry({ config: rules, attempt, outcome });
      if (next === null) break;
      waits.push(next.delaySeconds);
    }
    expect([outcome, waitsAfter(rules, outcome)]).toEqual([outcome, waits]);
  }
  expect(attemptsAt(rules, 'no-answer')).toEqual([0, 300, 3_900, 7_500, 11_100]);
  expect(attemptsAt(rules, 'failed')).toEqual([0]);
});

test('parses and formats waits', () => {
  expect(parseWaits('90s, 5 min,1 H , 3 d')).toEqual([90, 300, 3_600, 259_200]);
  expect(['', '5', '5 minutes or so', '1 h,', '-1 h', '1.5 h'].map(parseWaits)).toEqual(Array(6).fill(null));
  expect(formatWaits([0, 90, 300, 5_400, 3_600, 86_400])).toBe('0 s, 90 s, 5 min, 90 min, 1 h, 1 d');
  expect(waitsInWords(waitsAfter(rules, 'no-answer'))).toBe('retry after 5 min, then every 1 h');
  expect(waitsInWords(waitsAfter(rules, 'busy'))).toBe('retry after 90 s, 4 times');
  expect(waitsInWords([60, 120])).toBe('retry after 1 min, 2 min');
  expect(waitsInWords([])).toBe('no retry');
});
