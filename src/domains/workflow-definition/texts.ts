import { textCharactersMax } from './bounds.ts';
import { unguarded } from './own-fields.ts';
import { ExpressionError, spend } from './work.ts';

/** Characters that a function of texts gets through in the time of one element. */
const charactersOf: Readonly<Record<string, number>> = {
  contains: 64,
  indexOf: 64,
  lastIndexOf: 16,
  split: 16,
};
const otherCharacters = 128;
/** Characters of a separator, a unit of time or the like. */
const briefMax = 100;
/** Elements that working out the clock of a time zone counts as. */
const zoneItems = 120;

/** A text that the named function is about to go through; null is an empty one. */
export function sought(value: unknown, name: unknown): unknown {
  if (typeof value === 'string') spend(value.length / (charactersOf[String(name)] ?? otherCharacters));
  return value ?? '';
}

/** Something that is about to be gone through once: to be counted, or to be read as a number. */
export function measured(value: unknown): unknown {
  if (typeof value === 'string') spend(value.length / 32);
  else if (Array.isArray(value)) spend(1);
  else if (typeof value === 'object' && value !== null) {
    const names = Object.keys(unguarded(value));
    spend(1 + names.length / 4);
    // The library would not count the field that is kept from it.
    if (unguarded(value) !== value) return names;
  }
  return value;
}

/** What is only ever short, and would take long if it were not. */
export function brief(value: unknown): unknown {
  spend(2);
  if (typeof value !== 'string' || value.length <= briefMax) return value;
  throw new ExpressionError(`is given a text of more than ${briefMax} characters where a short one belongs`);
}

/** The time zone of whose clock something is asked. */
export function zone(value: unknown): unknown {
  spend(zoneItems);
  return value;
}

/** The list of texts to be joined; nothing is an empty one. */
export function joined(value: unknown): unknown {
  if (!Array.isArray(value)) return value ?? [];
  spend(1 + value.length);
  const characters = value.reduce((sum: number, one) => sum + (typeof one === 'string' ? one.length : 0), 0);
  spend(characters / 64);
  if (characters <= textCharactersMax) return value;
  throw new ExpressionError(`makes a text of more than ${textCharactersMax} characters`);
}
