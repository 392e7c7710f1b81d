import type { Phrase } from './phrase.ts';
import { type Steps, stepsFor } from './steps.ts';

/** A whole phrase that matches. */
export interface Way {
  text: string;
  /** How many optional parts it has. */
  options: number;
  /** Whether other words belong in it, in the place of a `*`. */
  isOpen?: boolean;
}

/**
 * Returns at most `max` whole phrases that match a phrase, those with the fewest optional parts first. `*` expands to nothing,
 * and a slot to its examples from `examplesOf`. Empty when no steps are left.
 */
export function expandPhrase(
  phrase: Phrase,
  examplesOf: (slot: string) => readonly string[],
  max: number,
  steps: Steps = stepsFor.expectation(),
): Way[] {
  const ways = expand(phrase, examplesOf, max, steps);
  if (steps.left < 0) return [];
  const texts = new Set<string>(['']);
  const openLast = ways.toSorted((one, other) => Number(one.isOpen ?? false) - Number(other.isOpen ?? false));
  return openLast.filter(({ text }) => !texts.has(text) && texts.add(text));
}

const nothing: Way = { text: '', options: 0 };

function expand(
  phrase: Phrase,
  examplesOf: (slot: string) => readonly string[],
  max: number,
  steps: Steps,
): readonly Way[] {
  if (--steps.left < 0) return [];
  switch (phrase.kind) {
    case 'word':
      return [{ text: phrase.word, options: 0 }];
    case 'any':
      return [{ text: '', options: 0, isOpen: true }];
    case 'slot':
      return examplesOf(phrase.name)
        .slice(0, max)
        .map((text) => ({ text, options: 0 }));
    case 'choice': {
      const isOptional = phrase.parts.some((part) => part.kind === 'sequence' && part.parts.length === 0);
      const ways: Way[] = [];
      for (const part of phrase.parts) {
        for (const way of expand(part, examplesOf, max, steps))
          ways.push({ ...way, options: way.options + (isOptional && way.text !== '' ? 1 : 0) });
        if (ways.length >= max && !isOptional) break;
      }
      return fewestFirst(ways).slice(0, max);
    }
    case 'sequence':
      return phrase.parts.reduce<readonly Way[]>(
        (ways, part) => joined(ways, expand(part, examplesOf, max, steps), max, steps),
        [nothing],
      );
  }
}

function fewestFirst(ways: readonly Way[]): Way[] {
  return ways.toSorted((one, other) => one.options - other.options);
}

/** Returns the combinations of beginnings and continuations, at most `max`, those with the fewest optional parts first. */
function joined(ways: readonly Way[], next: readonly Way[], max: number, steps: Steps): Way[] {
  const all: Way[] = [];
  const [begins, ends] = [byOptions(ways), byOptions(next)];
  for (let options = 0; options < begins.length + ends.length - 1; options++) {
    for (const [count, some] of begins.entries()) {
      for (const way of some) {
        for (const more of ends[options - count] ?? []) {
          if (all.length >= max || --steps.left < 0) return all;
          const text =
            way.text === '' || more.text === '' ? way.text + more.text : `${way.text} ${more.text}`;
          all.push({ text, options, ...((way.isOpen || more.isOpen) && { isOpen: true }) });
        }
      }
    }
  }
  return all;
}

/** Returns ways by the number of their optional parts. */
function byOptions(ways: readonly Way[]): readonly Way[][] {
  const most = ways.reduce((count, { options }) => Math.max(count, options), 0);
  return Array.from({ length: most + 1 }, (_, count) => ways.filter(({ options }) => options === count));
}
