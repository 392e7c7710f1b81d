import { expect, test } from 'vitest';
import { differenceHint } from './committed-text.ts';

test('there is nothing to say of equal texts', () => {
  expect(differenceHint('a\nb\n', 'a\nb\n')).toBeNull();
});

test('a changed line is shown from both sides, without its surroundings', () => {
  expect(differenceHint('a\nb\nc\n', 'a\nB\nc\n')).toBe('  from line 2:\n  - b\n  + B');
});

test('what was added or removed is shown once, also where it repeats what stands beside it', () => {
  expect(differenceHint('a\na\n', 'a\na\na\n')).toBe('  from line 3:\n  + a');
  expect(differenceHint('a\na\na\n', 'a\na\n')).toBe('  from line 3:\n  - a');
  expect(differenceHint('a\nb', 'a\nb\n')).toBe('  from line 3:\n  + ');
});

test('of a long difference the beginning is shown', () => {
  const hint = differenceHint('', Array.from({ length: 10 }, (_, index) => `line ${index}`).join('\n'));
  expect(hint).toContain('+ line 5\n  + … 4 lines more');
});
