import { expect, it } from 'vitest';
import { isPlainPattern, matchesPattern } from './plain-pattern.ts';

it.each([
  ['^\\d{8}$', ['12345678'], ['1234567', '123456789', '1234567a', '']],
  ['^[A-Z]{2}-?\\d{2,4}$', ['AB-12', 'AB1234'], ['AB-', 'ab-12', 'AB--12', 'AB12345']],
  ['^\\+[1-9]\\d{6,14}$', ['+491701234567'], ['491701234567', '+0123456789']],
  ['^[\\d ]{3,5}$', ['1 2', '12345'], ['1_2']],
  ['^A1@x, y#/_$', ['A1@x, y#/_'], ['A1@x; y#/_']],
])('checks %s', (pattern, right, wrong) => {
  expect(isPlainPattern(pattern)).toBe(true);
  expect(right.filter((text) => !matchesPattern(pattern, text))).toEqual([]);
  expect(wrong.filter((text) => matchesPattern(pattern, text))).toEqual([]);
});

it('compares like a regular expression', () => {
  const pattern = '^[ab]{1,3}a?[a-c]{0,2}-?c$';
  const texts = ['ac', 'abac', 'aaaaac', 'abcc', 'c', 'ab-c', 'aaaaaac', 'ba-c', 'bbbab-c', 'bbbbb-c'];
  const expected = texts.filter((text) => new RegExp(pattern).test(text));
  expect(texts.filter((text) => matchesPattern(pattern, text))).toEqual(expected);
});

it.each([
  '^(a+)+$',
  '\\d{8}',
  '^\\d+$',
  '^[^a]$',
  '^.$',
  '^\\w{3}$',
  '^a|b$',
  '^\\d{999}$',
  '^$',
  [['^a$']],
  null,
])('runs no other pattern: %s', (pattern) => {
  expect(isPlainPattern(pattern)).toBe(false);
  expect(matchesPattern(pattern, 'x')).toBe(true);
});
