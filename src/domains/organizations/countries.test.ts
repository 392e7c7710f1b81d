import { expect, test } from 'vitest';
import { effectiveCountries, isCountry } from './countries.ts';

test('accepts countries with telephone numbers, in capitals', () => {
  expect(['US', 'DE', 'XK', 'AC'].every(isCountry)).toBe(true);
  expect(['us', 'XX', 'ZZ', 'EU', 'USA', '', 'toString'].some(isCountry)).toBe(false);
});

test('uses the configured countries, where an empty list allows none', () => {
  expect(effectiveCountries(['US', 'DE', 'US'], ['+33142685300'])).toEqual(['DE', 'US']);
  expect(effectiveCountries([], ['+33142685300'])).toEqual([]);
});

test('otherwise uses the countries of the numbers, and the calling code of unassigned ones', () => {
  const numbers = ['+4930901820', '+14155550100', '+15551234567', '+4930901821', '+80012345678'];
  expect(effectiveCountries(null, numbers)).toEqual(['DE', 'US']);
  expect(effectiveCountries(null, [])).toEqual([]);
});
