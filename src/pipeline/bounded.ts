import { delay } from '../kernel/index.ts';

/** Waits for `work`, but no longer than `ms`, and not when `signal` aborts. */
export async function bounded(work: Promise<unknown>, ms: number, signal?: AbortSignal): Promise<void> {
  const done = new AbortController();
  const timeout = delay(ms, signal ? AbortSignal.any([signal, done.signal]) : done.signal);
  await Promise.race([work, timeout]);
  done.abort();
}
