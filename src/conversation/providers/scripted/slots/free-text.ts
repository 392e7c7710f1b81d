import type { Span } from './span.ts';

/** Phrases before a name. */
const leadIns = [
  'my name is',
  'the name is',
  'this is',
  "it's",
  'it is',
  'i am',
  "i'm",
  'you are speaking with',
].map((words) => words.split(' '));

/** The most words of a name. */
const nameWordsMax = 6;

/** Returns the text from `at` on with every possible length, the longest first. */
export function readText(words: readonly string[], at: number): Span[] {
  return Array.from({ length: words.length - at }, (_, index) => ({
    end: words.length - index,
    value: words.slice(at, words.length - index).join(' '),
  }));
}

/** Returns the words of a name, capitalized, without the phrase before it. */
export function readName(words: readonly string[], at: number): Span[] {
  const leadIn = leadIns.find((lead) => lead.every((word, index) => words[at + index] === word)) ?? [];
  const start = at + leadIn.length;
  return readText(words.slice(0, start + nameWordsMax), start).map(({ end, value }) => ({
    end,
    value: String(value).replace(/(^|[ '])\p{L}/gu, (first) => first.toUpperCase()),
  }));
}
