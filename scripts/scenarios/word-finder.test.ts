import { expect, test } from 'vitest';
import { type ExpectedPart, expectedPart, WordFinder } from './word-finder.ts';

const samplesPerMs = 8;
const sound = (ms: number) => new Int16Array(ms * samplesPerMs).map((_, n) => (n % 8 < 4 ? 3000 : -3000));
const quiet = (ms: number) => new Int16Array(ms * samplesPerMs);

/** The customer says “four seven”, and after a pause “one”. */
function listening(): { words: WordFinder; expected: ExpectedPart[] } {
  const parts = [
    { text: 'four seven', pcm: sound(900) },
    { text: 'one', pcm: sound(300) },
  ];
  const expected = parts.map((part) => expectedPart(part, 'en'));
  return { words: new WordFinder(8000, expected), expected };
}

const textsOf = (heard: readonly { text: string }[]) => heard.map(({ text }) => text);

test('a word is heard when its audio has arrived, and not before', () => {
  const { words } = listening();
  expect(words.hear(quiet(3000))).toEqual([]);
  expect(words.hear(sound(380))).toEqual([]);
  expect(words.hear(sound(20))).toEqual([{ text: 'four', language: 'en', startMs: 3000, endMs: 3400 }]);
  expect(textsOf(words.hear(sound(500)))).toEqual(['seven']);
  expect(words.hear(quiet(900))).toEqual([]);
  expect(words.hear(sound(300))).toEqual([{ text: 'one', language: 'en', startMs: 4800, endMs: 5100 }]);
});

test('a part whose end was suppressed is over after a silence', () => {
  const { words } = listening();
  expect(textsOf(words.hear(sound(840)))).toEqual(['four']);
  expect(words.hear(quiet(180))).toEqual([]);
  expect(textsOf(words.hear(quiet(20)))).toEqual(['seven']);
  expect(textsOf(words.hear(sound(300)))).toEqual(['one']);
});

test('a noise is no word', () => {
  const { words } = listening();
  expect(words.hear(sound(200))).toEqual([]);
  expect(words.hear(quiet(600))).toEqual([]);
  expect(words.hear(sound(380))).toEqual([]);
  expect(textsOf(words.hear(sound(20)))).toEqual(['four']);
});

test('another stream continues with the words that the first one has not heard', () => {
  const { words, expected } = listening();
  words.hear(sound(900));
  words.hear(quiet(200));
  expect(textsOf(new WordFinder(16_000, expected).hear(new Int16Array(300 * 16).fill(3000)))).toEqual([
    'one',
  ]);
});
