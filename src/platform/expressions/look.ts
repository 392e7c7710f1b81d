import { spend } from './work.ts';

/** How many object keys the library checks in the time of one element. */
const keysOfItem = 3;

/** Caches the cost of type checks by object. */
const known = new WeakMap<object, number>();

/**
 * Counts the library's type check of a value, which it does for every function argument: it lists an object's keys and
 * recurses into its first value.
 */
export function look<Value>(value: Value): Value {
  spend(lookItems(value));
  return value;
}

/** Returns the cost of a type check in elements. */
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

/** Forgets the cached cost of a value that has changed. */
export function lookAnew(value: unknown): void {
  if (typeof value === 'object' && value !== null) known.delete(value);
}
