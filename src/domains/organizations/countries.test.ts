import { expect, test } from 'vitest';
import { effectiveCountries, isCountry } from './countries.ts';

test('countries are those with telephone numbers, in capitals', () => {
  expect(['US', 'DE', 'XK', 'AC'].every(isCountry)).toBe(true);
  expect(['us', 'XX', 'ZZ', 'EU', 'USA', '', 'toString'].some(isCountry)).toBe(false);
});

test('what is set counts, and an empty list is nowhere', () => {
  expect(effectiveCountries(['US', 'DE', 'US'], ['+33142685300'])).toEqual(['DE', 'US']);
  expect(effectiveCountries([], ['+33142685300'])).toEqual([]);
});

test('otherwise the countries of the numbers, an unassigned one judged by its calling code', () => {
  const numbers = ['+4930901820', '+14155550100', '+15551234567', '+4930901821', '+80012345678'];
  expect(effectiveCountries(null, numbers)).toEqual(['DE', 'US']);
  expect(effectiveCountries(null, [])).toEqual([]);
});
