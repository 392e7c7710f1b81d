import { textCharactersMax } from './bounds.ts';
import { unguarded } from './own-fields.ts';
import { ExpressionError, spend } from './work.ts';

/** Characters that each text function processes in the time of one element. */
const charactersOf: Readonly<Record<string, number>> = {
  contains: 64,
  indexOf: 64,
  lastIndexOf: 16,
  split: 16,
};
const otherCharacters = 128;
/** The maximum length of a separator, a time unit or the like. */
const briefMax = 100;
/** The cost of computing the clock of a time zone, in elements. */
const zoneItems = 120;

/** Counts a text that the named function is about to process; null is an empty text. */
export function sought(value: unknown, name: unknown): unknown {
  if (typeof value === 'string') spend(value.length / (charactersOf[String(name)] ?? otherCharacters));
  return value ?? '';
}

/** Counts a value that is about to be processed once, or parsed as a number. */
export function measured(value: unknown): unknown {
  if (typeof value === 'string') spend(value.length / 32);
  else if (Array.isArray(value)) spend(1);
  else if (typeof value === 'object' && value !== null) {
    const names = Object.keys(unguarded(value));
    spend(1 + names.length / 4);
    // The library would not count the hidden field.
    if (unguarded(value) !== value) return names;
  }
  return value;
}

/** Checks an argument that must be short, because a long one would be slow. */
export function brief(value: unknown): unknown {
  spend(2);
  if (typeof value !== 'string' || value.length <= briefMax) return value;
  throw new ExpressionError(`needs a short text, not more than ${briefMax} characters`);
}

/** Counts the use of a time zone's clock. */
export function zone(value: unknown): unknown {
  spend(zoneItems);
  return value;
}

/** Counts a list of texts to be joined; null is an empty list. */
export function joined(value: unknown): unknown {
  if (!Array.isArray(value)) return value ?? [];
  spend(1 + value.length);
  const characters = value.reduce((sum: number, one) => sum + (typeof one === 'string' ? one.length : 0), 0);
  spend(characters / 64);
  if (characters <= textCharactersMax) return value;
  throw new ExpressionError(`produces a text of more than ${textCharactersMax} characters`);
}
