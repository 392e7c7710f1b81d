import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exclusiveBound } from './export-bound.ts';

test('keeps microseconds and accepts any offset', () => {
  expect(exclusiveBound('2026-11-21T09:30:00.123456Z', 'after')).toBe('2026-11-21T09:30:00.123456Z');
  expect(exclusiveBound('2026-11-21T09:30:00.123456Z', 'before')).toBe('2026-11-21T09:30:00.123456Z');
  expect(exclusiveBound('2026-11-21T01:15:00+05:45', 'after')).toBe('2026-11-20T19:30:00.000000Z');
  expect(exclusiveBound('2026-11-21T23:59Z', 'after')).toBe('2026-11-21T23:59:00.000000Z');
  expect(exclusiveBound('2026-11-21T00:00:00-23:59', 'after')).toBe('2026-11-21T23:59:00.000000Z');
});

test('cuts finer digits off below "after" and rounds them up for "before"', () => {
  expect(exclusiveBound('2026-11-21T09:30:00.123456789Z', 'after')).toBe('2026-11-21T09:30:00.123456Z');
  expect(exclusiveBound('2026-11-21T09:30:00.123456789Z', 'before')).toBe('2026-11-21T09:30:00.123457Z');
  expect(exclusiveBound('2026-11-21T09:30:00.123456000Z', 'before')).toBe('2026-11-21T09:30:00.123456Z');
  expect(exclusiveBound('2026-12-31T23:59:59.9999991Z', 'before')).toBe('2027-01-01T00:00:00.000000Z');
  expect(exclusiveBound('1969-12-31T23:59:59.9999991Z', 'before')).toBe('1970-01-01T00:00:00.000000Z');
});

test('returns an infinity when an offset leads outside the years 1 to 9999', () => {
  expect(exclusiveBound('0001-01-01T00:00:00+01:00', 'after')).toBe('-infinity');
  expect(exclusiveBound('9999-12-31T23:59:59-01:00', 'before')).toBe('infinity');
});

test('decides for every microsecond as the exact instant would', () => {
  const digits = fc.stringMatching(/^[0-9]{1,12}$/);
  fc.assert(
    fc.property(digits, fc.integer({ min: 0, max: 999_999 }), (fraction, microsecond) => {
      const text = `2026-11-21T09:30:00.${fraction}Z`;
      const exact = BigInt(fraction.padEnd(12, '0'));
      const entry = `2026-11-21T09:30:00.${String(microsecond).padStart(6, '0')}Z`;
      const entryExact = BigInt(microsecond) * 1_000_000n;
      expect(entry > exclusiveBound(text, 'after')).toBe(entryExact > exact);
      expect(entry < exclusiveBound(text, 'before')).toBe(entryExact < exact);
    }),
  );
});
