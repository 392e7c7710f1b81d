import type { Span } from './span.ts';

/** What people say before their name. */
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

/** Longer names are none. */
const nameWordsMax = 6;

/** Every number of words from `at` on, the most first. */
export function readText(words: readonly string[], at: number): Span[] {
  return Array.from({ length: words.length - at }, (_, index) => ({
    end: words.length - index,
    value: words.slice(at, words.length - index).join(' '),
  }));
}

/** The words of a name, each with a capital letter, without what is said before a name. */
export function readName(words: readonly string[], at: number): Span[] {
  const leadIn = leadIns.find((lead) => lead.every((word, index) => words[at + index] === word)) ?? [];
  const start = at + leadIn.length;
  return readText(words.slice(0, start + nameWordsMax), start).map(({ end, value }) => ({
    end,
    value: String(value).replace(/(^|[ '])\p{L}/gu, (first) => first.toUpperCase()),
  }));
}
