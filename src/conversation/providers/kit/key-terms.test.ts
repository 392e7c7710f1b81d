import { expect, test } from 'vitest';
import { preferredTerms } from './key-terms.ts';

const phrases = () => ['1', 'two adults', 'Kowalczyk', 'a table'];

test('puts key terms before expected phrases, each once, and leaves keys out', () => {
  expect(preferredTerms({ keyTerms: ['Kowalczyk', 'Parley', 'Parley'], phrases }, 100)).toEqual([
    ...['Kowalczyk', 'Parley', 'two adults', 'a table'],
  ]);
});

test('leaves out what does not fit', () => {
  expect(preferredTerms({ keyTerms: ['Kowalczyk', 'Llanfairpwll', 'Bo'], phrases }, 18)).toEqual([
    ...['Kowalczyk', 'Bo', 'a table'],
  ]);
});
