import { ApiFailure } from '../api/index.ts';

/** What the API says against a field, or against parts of it; undefined: nothing. */
export type ErrorOf = (field: string) => string | undefined;

/** Of so many parts of a field it is told at once what is wrong with them. */
const partsMax = 3;

/** What a failure says against a field; a part of it, such as `prices.0.amount`, is named before what is said of it. */
export function errorAt(failure: unknown, name: string): string | undefined {
  if (!(failure instanceof ApiFailure)) return undefined;
  const told = failure.fields.filter(
    ({ field }) => field === name || (/^[.[]/.test(field.slice(name.length)) && field.startsWith(name)),
  );
  if (told.length === 0) return undefined;
  const words = told.map(({ field, message }) => (field === name ? message : `${field}: ${message}`));
  return words.slice(0, partsMax).join('; ');
}
