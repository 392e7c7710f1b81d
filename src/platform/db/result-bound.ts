import { AsyncLocalStorage } from 'node:async_hooks';

/** The rows of a read hold more text than its reader accepts. */
export class LargeResultError extends Error {
  constructor() {
    super('the result is larger than its reader takes');
  }
}

const bounds = new AsyncLocalStorage<{ charactersLeft: number }>();

/**
 * Runs `work`, whose statements outside of transactions may together return `charactersMax` characters of text. The
 * statement that exceeds this rejects with a `LargeResultError`. The bound ends with the work: a loop that the work
 * started keeps its context and is no longer bounded.
 */
export async function boundResults<Result>(
  charactersMax: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const bound = { charactersLeft: charactersMax };
  try {
    return await bounds.run(bound, work);
  } finally {
    bound.charactersLeft = Number.POSITIVE_INFINITY;
  }
}

/**
 * Returns a function that counts the text of a result and throws beyond the bound, or undefined when there is no bound.
 */
export function resultCounter(): ((characters: number) => void) | undefined {
  const bound = bounds.getStore();
  return (
    bound &&
    ((characters) => {
      bound.charactersLeft -= characters;
      if (bound.charactersLeft < 0) throw new LargeResultError();
    })
  );
}
