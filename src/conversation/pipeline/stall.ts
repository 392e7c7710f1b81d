import { fairTimeout } from '../../platform/kernel/index.ts';
import type { ProviderFailure } from '../providers/interfaces/index.ts';

/** A provider sent nothing for too long. */
export class StallError extends Error implements ProviderFailure {
  readonly provider: string;
  readonly retryable = true;
  readonly status = null;
  readonly isStall = true;

  constructor(provider: string, ms: number) {
    super(`${provider} sent nothing for ${ms} ms`);
    this.name = 'StallError';
    this.provider = provider;
  }
}

/**
 * Yields the parts of a source with time limits for the first part and for each later one. Throws a `StallError` after a
 * limit, and the reason of `signal` as soon as it aborts, even if the source ignores the signal.
 */
export async function* withoutStalls<T>(
  source: AsyncIterable<T>,
  bounds: { provider: string; firstMsMax: number; partMsMax: number; signal: AbortSignal },
): AsyncGenerator<T> {
  const { provider, firstMsMax, partMsMax, signal } = bounds;
  let msMax = firstMsMax;
  const iterator = source[Symbol.asyncIterator]();
  let isDone = false;
  try {
    for (;;) {
      const next = await within(iterator.next(), signal, msMax, () => new StallError(provider, msMax));
      msMax = partMsMax;
      if (next.done) {
        isDone = true;
        return;
      }
      yield next.value;
    }
  } finally {
    // Not awaited: a generator that hangs in a request never returns.
    if (!isDone) void iterator.return?.().then(undefined, () => undefined);
  }
}

/**
 * Settles like `work`, or rejects with `late()` after `ms`, or with the reason of `signal`. A later result of `work` is
 * ignored.
 */
export function within<T>(work: Promise<T>, signal: AbortSignal, ms: number, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const callOff = fairTimeout(ms, () => settle(() => reject(late())));
    const onAbort = () => settle(() => reject(signal.reason));
    const settle = (how: () => void) => {
      callOff();
      signal.removeEventListener('abort', onAbort);
      how();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    work.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    );
  });
}
