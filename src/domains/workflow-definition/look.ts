import { spend } from './work.ts';

/** Keys of an object that finding out its type takes as long as one element. */
const keysOfItem = 3;

/** What finding out the types of objects takes, for those that were asked about before. */
const known = new WeakMap<object, number>();

/**
 * Counts that the library finds out the type of a value, as it does of each one that is handed to a function: it lists
 * the names of an object, and looks at the first value in it in the same way.
 */
export function look<Value>(value: Value): Value {
  spend(lookItems(value));
  return value;
}

/** What a look at a value takes, in elements. */
export function lookItems(value: unknown): number {
  if (typeof value !== 'object' || value === null || value instanceof Date) return 0;
  const before = known.get(value);
  if (before !== undefined) return before;
  let items: number;
  if (Array.isArray(value)) items = lookItems(value[0]);
  else {
    const names = Object.keys(value);
    const first = names[0];
    items = names.length / keysOfItem;
    if (first !== undefined) items += lookItems((value as Record<string, unknown>)[first]);
  }
  known.set(value, items);
  return items;
}

/** Forgets what a look at a value takes that has been changed since. */
export function lookAnew(value: unknown): void {
  if (typeof value === 'object' && value !== null) known.delete(value);
}
