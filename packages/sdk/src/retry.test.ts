import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mayRetry, retryDelayMs } from './retry.ts';

const nowMs = Date.UTC(2026, 10, 21);
const delay = (attempt: number, retryAfter: string | null, random = 0, isPatient = false) =>
  retryDelayMs(attempt, { retryAfter }, { nowMs, random, isPatient });

test('what was not done is sent again, and what may have been done only where twice does no harm', () => {
  const may = (status: number | null, isRepeatable: boolean) =>
    mayRetry({ status, retryAfter: null, isHopeless: false }, { isRepeatable, isPatient: false });
  for (const status of [429, 503]) expect(may(status, false)).toBe(true);
  for (const status of [null, 502, 504]) {
    expect(may(status, true)).toBe(true);
    expect(may(status, false)).toBe(false);
  }
  for (const status of [400, 401, 403, 404, 409, 500]) expect(may(status, true)).toBe(false);
});

test('what cannot get through is asked again by the patient alone', () => {
  const hopeless = { status: null, retryAfter: null, isHopeless: true };
  expect(mayRetry(hopeless, { isRepeatable: true, isPatient: false })).toBe(false);
  expect(mayRetry(hopeless, { isRepeatable: true, isPatient: true })).toBe(true);
});

test('waits as long as it is asked to, in seconds or until a date, unless that is too long', () => {
  expect(delay(1, '7')).toBe(7_000);
  expect(delay(1, new Date(nowMs + 9_000).toUTCString())).toBe(9_000);
  expect(delay(1, 'soon')).toBe(250);
  expect(delay(1, '3600')).toBeNull();
  expect(delay(1, '3600', 0, true)).toBe(120_000);
});

test('otherwise waits for a part of a delay that doubles to a bound', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempt, random) => {
        const wholeMs = Math.min(500 * 2 ** (attempt - 1), 30_000);
        const delayMs = delay(attempt, null, random)!;
        expect(delayMs).toBeGreaterThanOrEqual(wholeMs / 2);
        expect(delayMs).toBeLessThanOrEqual(wholeMs);
      },
    ),
  );
});
