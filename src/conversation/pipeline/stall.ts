import { fairTimeout } from '../../platform/kernel/index.ts';
import type { ProviderFailure } from '../providers/interfaces/index.ts';

/** A provider that says nothing for too long; asked again it may. */
export class StallError extends Error implements ProviderFailure {
  readonly provider: string;
  readonly retryable = true;
  readonly status = null;

  constructor(provider: string, ms: number) {
    super(`${provider} said nothing for ${ms} ms`);
    this.name = 'StallError';
    this.provider = provider;
  }
}

/**
 * What a provider gives, with a bound on how long the first part takes, and each after it, and an end as soon as `signal` aborts even where
 * the provider does not heed it: then its reason is thrown.
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
    // Not waited for: a generator that hangs in a request would never come to its end.
    if (!isDone) void iterator.return?.().then(undefined, () => undefined);
  }
}

/** `work`, or what `late` makes after `ms`, or the signal's reason. What comes of `work` after that is nobody's. */
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
