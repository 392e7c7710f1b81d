import { ApiFailure } from '../api/index.ts';

/** Returns the API's errors for a field or parts of it, or undefined. */
export type ErrorOf = (field: string) => string | undefined;

/** Parts of a field whose errors are listed together. */
const partsMax = 3;

/**
 * Returns the errors of a failure for a field. An error of a part, such as `prices.0.amount`, begins with the name of
 * the part.
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
