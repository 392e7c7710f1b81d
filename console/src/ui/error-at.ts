import { ApiFailure, type FieldFailure } from '../api/index.ts';

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
  const failures = failure.fields.filter(({ field }) => isAt(name, field));
  if (failures.length === 0) return undefined;
  const messages = failures.map(({ field, message }) => (field === name ? message : `${field}: ${message}`));
  return messages.slice(0, partsMax).join('; ');
}

/** Returns whether a refused field is the field with this name or a part of it. */
function isAt(name: string, refused: string): boolean {
  return refused === name || (/^[.[]/.test(refused.slice(name.length)) && refused.startsWith(name));
}

/** The errors of a form's fields, and which of them its fields show. */
export interface FormErrors {
  failure: unknown;
  errorOf: ErrorOf;
  /** Returns the refused fields that no field of the form has asked for while it was rendered. */
  unshown: () => FieldFailure[];
}

/** Returns the errors of a failure for one render of a form. */
export function formErrorsOf(failure: unknown): FormErrors {
  const asked = new Set<string>();
  return {
    failure,
    errorOf: (field) => {
      asked.add(field);
      return errorAt(failure, field);
    },
    unshown: () =>
      failure instanceof ApiFailure
        ? failure.fields.filter(({ field }) => ![...asked].some((name) => isAt(name, field)))
        : [],
  };
}
