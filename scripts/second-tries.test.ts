import { expect, test } from 'vitest';
import { secondTries } from './second-tries.ts';

test('says nothing when every test passed at once', () => {
  expect(secondTries([])).toBe('');
});

test('reports the error of the failed try, and its place', () => {
  const stack = [
    'Error: expected 1 to be 2',
    '    at fail (/a/node_modules/x/index.js:1:1)',
    '    at read (/a/src/read.ts:3:4)',
    ...Array.from({ length: 9 }, (_, n) => `    at deeper${n} (/a/src/deep.ts:1:1)`),
  ].join('\n');
  const errors = [{ message: 'expected 1 to be 2\nreally', stack }, { message: 'timed out' }];
  const words = secondTries([{ path: 'src/a.test.ts', name: 'reads', errors }]).split('\n');
  expect(words.slice(0, 5)).toEqual([
    'TRIED AGAIN: 1 test passed after having failed.',
    '  src/a.test.ts > reads',
    '    expected 1 to be 2',
    '    really',
    '    at read (/a/src/read.ts:3:4)',
  ]);
  expect(words.slice(8)).toEqual(['    timed out']);
});
