import { expect, it } from 'vitest';
import type { Pronunciation } from './pronunciation.ts';
import { readAloud } from './read-aloud.ts';

const entry = (
  term: string,
  replacement: string | null,
  more: Partial<Pronunciation> = {},
): Pronunciation => ({
  ...{ term, replacement, language: null, ipa: null },
  ...more,
});
const read = (text: string, pronunciations: readonly Pronunciation[], language = 'en-US') =>
  readAloud(text, { language, pronunciations, readsNumbers: true });

it('replaces whole words in any case', () => {
  const entries = [entry('Nguyen', 'win'), entry('C++', 'C plus plus'), entry('new  york', 'N Y')];
  expect(read('NGUYEN and Nguyens like C++, New\nYork.', entries).text).toBe(
    'win and Nguyens like C plus plus, N Y.',
  );
  expect(read('Nguyen’s «nguyen»', entries).text).toBe('win’s «win»');
});

it('takes every sign of a term literally', () => {
  for (const term of [
    'Coca-Cola',
    '-',
    '.*',
    '(a+)+$',
    '[',
    '\\',
    '\\p{L}',
    'x{2}',
    'R&D',
    '<b>',
    '$&',
    'TCP/IP',
  ])
    expect(read(`say ${term} now`, [entry(term, '$& <x>')]).text).toBe('say $& <x> now');
});

it('distinguishes terms of capitals only from words', () => {
  expect(read('It is IT.', [entry('IT', 'I T')]).text).toBe('It is I T.');
});

it('prefers the longest term, and reads no result again', () => {
  const entries = [entry('A', 'B'), entry('New', 'old'), entry('New A', 'A 5 km New')];
  expect(read('New A, A, 5 km', entries).text).toBe('A 5 km New, B, five kilometers');
});

it('reads terms with digits before numbers', () => {
  expect(read('the A320 with 4711', [entry('A320', 'A three twenty'), entry('4711', null)]).text).toBe(
    'the A three twenty with 4711',
  );
});

it('uses the entries of the language, before those of all languages', () => {
  const entries = [
    entry('Genf', 'Geneva', { language: 'en-GB' }),
    entry('Genf', 'Genf!'),
    entry('Wien', 'W', { language: 'de' }),
  ];
  expect(read('Genf, Wien', entries).text).toBe('Geneva, Wien');
  expect(read('Genf, Wien', entries, 'de-AT').text).toBe('Genf!, W');
});

it('passes phonemes beside the text for voices without them', () => {
  const entries = [entry('Aoife', 'Eefa', { ipa: 'ˈiːfə' }), entry('Siobhan', null, { ipa: 'ʃɪˈvɔːn' })];
  expect(read('Ask Siobhan or Aoife.', entries).from(0)).toEqual({
    text: 'Ask Siobhan or Eefa.',
    phonemes: [
      { start: 4, end: 11, ipa: 'ʃɪˈvɔːn' },
      { start: 15, end: 19, ipa: 'ˈiːfə' },
    ],
  });
});
