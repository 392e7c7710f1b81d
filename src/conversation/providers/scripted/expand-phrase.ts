import type { Phrase } from './phrase.ts';
import { type Steps, stepsFor } from './steps.ts';

/**
 * Returns at most `max` whole phrases that match a phrase. `*` expands to nothing, and a slot to its examples from
 * `examplesOf`. Empty when no steps are left.
 */
export function expandPhrase(
  phrase: Phrase,
  examplesOf: (slot: string) => readonly string[],
  max: number,
  steps: Steps = stepsFor.expectation(),
): string[] {
  const whole = expand(phrase, examplesOf, max, steps);
  return steps.left < 0 ? [] : [...new Set(whole)].filter((text) => text !== '');
}

function expand(
  phrase: Phrase,
  examplesOf: (slot: string) => readonly string[],
  max: number,
  steps: Steps,
): readonly string[] {
  if (--steps.left < 0) return [];
  switch (phrase.kind) {
    case 'word':
      return [phrase.word];
    case 'any':
      return [''];
    case 'slot':
      return examplesOf(phrase.name).slice(0, max);
    case 'choice': {
      const ways: string[] = [];
      for (const part of phrase.parts) {
        ways.push(...expand(part, examplesOf, max, steps));
        if (ways.length >= max) break;
      }
      return ways.slice(0, max);
    }
    case 'sequence':
      return phrase.parts.reduce<readonly string[]>(
        (ways, part) => joined(ways, expand(part, examplesOf, max, steps), max, steps),
        [''],
      );
  }
}

/** Returns the combinations of beginnings and continuations, at most `max`. */
function joined(ways: readonly string[], next: readonly string[], max: number, steps: Steps): string[] {
  const all: string[] = [];
  for (const way of ways) {
    for (const more of next) {
      if (all.length >= max || --steps.left < 0) return all;
      all.push(way === '' || more === '' ? way + more : `${way} ${more}`);
    }
  }
  return all;
}
