/** Returns the first error of a failed cleanup, of which the others are consequences. */
export function firstOf(error: unknown): unknown {
  return error instanceof SuppressedError ? firstOf(error.suppressed) : error;
}
