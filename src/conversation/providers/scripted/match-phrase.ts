import type { Phrase } from './phrase.ts';
import type { SlotValue, Span } from './slots/index.ts';
import { type Steps, stepsFor } from './steps.ts';

/** What a phrase has filled while it was matched. */
export type Captures = Readonly<Record<string, SlotValue>>;

/** The values that a slot may have from one word on, the longest first. */
export type SpansFrom = (slot: string, words: readonly string[], at: number) => readonly Span[];

/** Where a match may have got to, by the number of words it took; what it captured the first way it got there. */
type Ends = ReadonlyMap<number, Captures>;

/** Keeping what a slot is filled with takes longer than other steps. */
const stepsPerCapture = 10;

/**
 * Whether the words are the phrase, all of them, and what that fills; null when they are not, or when it takes more
 * than the steps that are left to find out. All ways are followed at the same time and those that meet become one, so
 * it takes no more steps than words times words times the size of the phrase, whatever is said.
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
