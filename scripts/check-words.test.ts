import { expect, test } from 'vitest';
import { wordUses } from './check-words.ts';

const found = (path: string, text: string) => wordUses(path, text).map(({ line, found }) => [line, found]);

test('finds a listed word in comments, identifiers, texts and the name of the file', () => {
  expect(found('src/turnstile.ts', "/** Whoever waits. */\nconst heldUp = knockAt('a');")).toEqual([
    [0, 'turnstile'],
    [1, 'whoever'],
    [2, 'knock'],
    [2, 'held up'],
  ]);
});

test('leaves out longer words and ordinary uses', () => {
  expect(found('src/a.ts', 'hear, indeed, doubleTalk, desktop; keep in mind')).toEqual([]);
});

test('leaves out what people say in a test, and finds the same word in its title', () => {
  const text = "it('is told', () => {\n  say('Somebody told me.'); // nobody\n});";
  expect(found('src/a.test.ts', text)).toEqual([
    [1, 'told'],
    [2, 'nobody'],
  ]);
});
