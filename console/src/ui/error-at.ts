import { ApiFailure } from '../api/index.ts';

/** Returns what the API says against a field or parts of it, or undefined. */
export type ErrorOf = (field: string) => string | undefined;

/** Parts of a field whose errors are listed together. */
const partsMax = 3;

/**
 * Returns what a failure says against a field. A part of it, such as `prices.0.amount`, is named before its message.
 */
export function errorAt(failure: unknown, name: string): string | undefined {
  if (!(failure instanceof ApiFailure)) return undefined;
  const failures = failure.fields.filter(
    ({ field }) => field === name || (/^[.[]/.test(field.slice(name.length)) && field.startsWith(name)),
  );
  if (failures.length === 0) return undefined;
  const messages = failures.map(({ field, message }) => (field === name ? message : `${field}: ${message}`));
  return messages.slice(0, partsMax).join('; ');
}
