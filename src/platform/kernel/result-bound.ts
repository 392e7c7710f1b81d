import { AsyncLocalStorage } from 'node:async_hooks';

/** The rows of a read hold more text than its reader takes. The rest of them is dropped unread. */
export class LargeResultError extends Error {
  constructor() {
    super('the result is larger than its reader takes');
  }
}

const bounds = new AsyncLocalStorage<{ charactersLeft: number }>();

/**
 * Runs `work`, whose statements outside of transactions may together return `charactersMax` characters of text. The
 * statement that goes beyond rejects with a `LargeResultError`. The bound ends with the work: a loop that the work
 * started runs in its context and goes on without it.
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

/** Returns what counts the text of a result and throws beyond the bound, or undefined where there is no bound. */
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
