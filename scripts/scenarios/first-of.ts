/** What went wrong first, where tidying up after it went wrong, too: the rest follows from it. */
export function firstOf(error: unknown): unknown {
  return error instanceof SuppressedError ? firstOf(error.suppressed) : error;
}
