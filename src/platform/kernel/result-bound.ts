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
 * statement that goes beyond rejects with a `LargeResultError`.
 */
export function boundResults<Result>(charactersMax: number, work: () => Result): Result {
  return bounds.run({ charactersLeft: charactersMax }, work);
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
