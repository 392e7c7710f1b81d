import { type Phrase, parsePhrase } from './phrase.ts';
import type { SlotValue, Span } from './slots/index.ts';
import { type Steps, stepsFor } from './steps.ts';
import { wordsOf } from './words.ts';

/** The slot values of a match. */
export type Captures = Readonly<Record<string, SlotValue>>;

/** Returns the values that a slot may have from one word on, the longest first. */
export type SpansFrom = (slot: string, words: readonly string[], at: number) => readonly Span[];

/** The possible positions of a match by consumed words, with the captures of the first way to each. */
type Ends = ReadonlyMap<number, Captures>;

/** Capturing a slot costs more steps than other operations. */
const stepsPerCapture = 10;

/**
 * Matches all words against a phrase, and returns the captures. Returns `null` without a match, or when the steps run
 * out. It follows all alternatives in parallel and merges those at the same position. The steps are therefore at most
 * words² times the size of the phrase.
 */
export function matchPhrase(
  phrase: Phrase,
  words: readonly string[],
  spansFrom: SpansFrom,
  steps: Steps = stepsFor.utterance(),
): Captures | null {
  const ends = follow(phrase, words, new Map([[0, {}]]), spansFrom, steps);
  return steps.left < 0 ? null : (ends.get(words.length) ?? null);
}

function follow(
  phrase: Phrase,
  words: readonly string[],
  starts: Ends,
  spansFrom: SpansFrom,
  steps: Steps,
): Ends {
  if (starts.size === 0 || --steps.left < 0) return starts;
  if (phrase.kind === 'sequence') {
    return phrase.parts.reduce<Ends>((ends, part) => follow(part, words, ends, spansFrom, steps), starts);
  }
  const ends = new Map<number, Captures>();
  const reach = (at: number, captures: Captures) => {
    steps.left--;
    if (!ends.has(at)) ends.set(at, captures);
  };
  if (phrase.kind === 'choice') {
    for (const part of phrase.parts) {
      for (const [at, captures] of follow(part, words, starts, spansFrom, steps)) reach(at, captures);
    }
    return ends;
  }
  for (const [start, captures] of starts) {
    if (phrase.kind === 'word') {
      if (words[start] === phrase.word) reach(start + 1, captures);
    } else if (phrase.kind === 'any') {
      for (let at = start; at <= words.length; at++) reach(at, captures);
    } else {
      for (const { end, value } of spansFrom(phrase.name, words, start)) {
        steps.left -= stepsPerCapture;
        reach(end, { ...captures, [phrase.name]: value });
      }
    }
  }
  return ends;
}

/** Phrases are matched in each pause of the caller, so they are parsed once. */
const parsedOf = new WeakMap<readonly string[], readonly Phrase[]>();

/** Returns whether words are one of these phrases, which have no slots. The list must not change. */
export function saysOneOf(phrases: readonly string[], said: string): boolean {
  const words = wordsOf(said);
  if (words.length === 0) return false;
  const parsed = parsedOf.get(phrases) ?? phrases.map(parsePhrase);
  parsedOf.set(phrases, parsed);
  const steps = stepsFor.utterance();
  return parsed.some((phrase) => matchPhrase(phrase, words, () => [], steps) !== null);
}
