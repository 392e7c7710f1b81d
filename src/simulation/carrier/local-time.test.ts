import { expect, it } from 'vitest';
import { localHour, offsetAt } from './local-time.ts';

it('returns the hour of the day across a clock change', () => {
  const changeMs = Date.UTC(2026, 10, 1, 6);
  expect(localHour('America/New_York', changeMs - 1)).toBe(1);
  expect(localHour('America/New_York', changeMs)).toBe(1);
  expect(localHour('America/New_York', changeMs + 3_600_000)).toBe(2);
  expect(offsetAt('Asia/Kathmandu', changeMs)).toBe(345 * 60_000);
});
