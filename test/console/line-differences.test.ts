import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineDifferences } from '../../console/src/features/agents/line-differences.ts';

const linesOf = (before: string, after: string, without: 'added' | 'removed') =>
  lineDifferences(before, after)
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('\n');

test('a change of one line keeps the others', () => {
  expect(
    lineDifferences('one\ntwo\nthree', 'one\n2\nthree').map(({ kind, text }) => `${kind} ${text}`),
  ).toEqual(['same one', 'removed two', 'added 2', 'same three']);
});

test('the lines hold both texts in order', () => {
  const text = fc.array(fc.constantFrom('', 'a', 'b', 'c')).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(linesOf(before, after, 'added')).toBe(before);
      expect(linesOf(before, after, 'removed')).toBe(after);
    }),
  );
});

test('texts with too many changes are returned as a whole', () => {
  const [before, after] = ['a', 'b'].map((name) =>
    Array.from({ length: 20_000 }, (_, n) => `${name}${n}\nsame`).join('\n'),
  );
  const kinds = lineDifferences(before!, after!).map(({ kind }) => kind);
  expect([kinds.length, new Set(kinds.slice(0, 40_000)), new Set(kinds.slice(40_000))]).toEqual([
    80_000,
    new Set(['removed']),
    new Set(['added']),
  ]);
});
