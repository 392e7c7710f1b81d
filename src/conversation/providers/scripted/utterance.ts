import type { SpansFrom } from './match-phrase.ts';
import type { Span } from './slots/index.ts';
import { type Steps, stepsFor } from './steps.ts';

/** An utterance, with cached slot values while it is matched against many phrases. */
export interface Utterance {
  words: readonly string[];
  spansFrom: SpansFrom;
  steps: Steps;
}

/** `read`: finds the values of a slot in the words; it is asked once for each place. */
export function utteranceOf(words: readonly string[], read: SpansFrom): Utterance {
  const steps = stepsFor.utterance();
  const known = new Map<string, readonly Span[]>();
  const spansFrom: SpansFrom = (slot, all, at) => {
    const key = `${slot} ${at}`;
    const found = known.get(key);
    if (found) return found;
    steps.left -= all.length;
    const spans = steps.left < 0 ? [] : read(slot, all, at);
    known.set(key, spans);
    return spans;
  };
  return { words, spansFrom, steps };
}
