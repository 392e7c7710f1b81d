import type { Phrase } from './phrase.ts';

/**
 * The ways in which a phrase may be said, at most `max` of them, as whole phrases: what may stand for `*` is left
 * out, and a slot stands for the examples that `examplesOf` knows of it.
 */
export function expandPhrase(
  phrase: Phrase,
  examplesOf: (slot: string) => readonly string[],
  max: number,
): string[] {
  const whole = expand(phrase, examplesOf, max).map((words) => words.join(' '));
  return [...new Set(whole)].filter((text) => text !== '');
}

function expand(phrase: Phrase, examplesOf: (slot: string) => readonly string[], max: number): string[][] {
  switch (phrase.kind) {
    case 'word':
      return [[phrase.word]];
    case 'any':
      return [[]];
    case 'slot':
      return examplesOf(phrase.name)
        .slice(0, max)
        .map((example) => [example]);
    case 'choice':
      return phrase.parts.flatMap((part) => expand(part, examplesOf, max)).slice(0, max);
    case 'sequence': {
      let ways: string[][] = [[]];
      for (const part of phrase.parts) {
        const next = expand(part, examplesOf, max);
        ways = ways.flatMap((way) => next.map((more) => [...way, ...more])).slice(0, max);
      }
      return ways;
    }
  }
}
