import { delay, monotonicMs } from '../../../platform/kernel/index.ts';

/** Starts an answer, which ends when the signal aborts. */
export type Attempt<Part> = (signal: AbortSignal) => AsyncIterable<Part>;

interface Runner<Part> {
  parts: AsyncIterator<Part>;
  abort: AbortController;
  next: Promise<IteratorResult<Part>>;
}

type Outcome<Part> = { runner: Runner<Part> } & ({ result: IteratorResult<Part> } | { error: unknown });

/**
 * Streams the answer of `first`. When it has not started after `patienceMs`, `second` is asked too; `null` waits without
 * a limit. The first of them to start is used, and the other is aborted. When one fails before it starts, the other is
 * used if it was asked.
 *
 * `onTook` receives the time until `first` started, or its time so far when it lost the race. Lost races count, because
 * the usual time would otherwise shrink with every slow answer. `onWon` says whether `first` is used.
 */
export async function* hedged<Part>(
  first: Attempt<Part>,
  second: Attempt<Part>,
  options: {
    patienceMs: number | null;
    signal: AbortSignal | undefined;
    onTook: (ms: number) => void;
    onWon?: (isFirst: boolean) => void;
  },
): AsyncGenerator<Part> {
  const startedMs = monotonicMs();
  const leader = start(first, options.signal);
  let running = [leader];
  let isLate = false;
  try {
    isLate = options.patienceMs !== null && !(await begins(leader.next, options.patienceMs));
    if (isLate && !options.signal?.aborted) running.push(start(second, options.signal));
    for (;;) {
      const outcome: Outcome<Part> = await Promise.race(running.map(settled));
      if ('error' in outcome) {
        running = running.filter((runner) => runner !== outcome.runner);
        if (running.length === 0) throw outcome.error;
        continue;
      }
      const { runner, result } = outcome;
      stop(running.filter((other) => other !== runner));
      running = [runner];
      options.onWon?.(runner === leader);
      // The race is over.
      if (runner === leader || isLate) options.onTook(monotonicMs() - startedMs);
      isLate = false;
      for (let part = result; !part.done; part = await runner.parts.next()) yield part.value;
      running = [];
      return;
    }
  } finally {
    if (isLate) options.onTook(monotonicMs() - startedMs);
    stop(running);
  }
}

function start<Part>(attempt: Attempt<Part>, signal: AbortSignal | undefined): Runner<Part> {
  const abort = new AbortController();
  const both = signal ? AbortSignal.any([signal, abort.signal]) : abort.signal;
  const parts = attempt(both)[Symbol.asyncIterator]();
  return { parts, abort, next: parts.next() };
}

/** Aborts the losers. Their results are ignored. */
function stop<Part>(runners: readonly Runner<Part>[]): void {
  for (const { abort, parts, next } of runners) {
    abort.abort(new Error('another model answered first'));
    next.catch(() => undefined);
    void parts.return?.().then(undefined, () => undefined);
  }
}

function settled<Part>(runner: Runner<Part>): Promise<Outcome<Part>> {
  return runner.next.then(
    (result) => ({ runner, result }),
    (error: unknown) => ({ runner, error }),
  );
}

/** Returns whether an attempt starts or fails within `ms`. */
async function begins(next: Promise<unknown>, ms: number): Promise<boolean> {
  const waiting = new AbortController();
  const come = next.then(
    () => true,
    () => true,
  );
  const isHere = await Promise.race([come, delay(ms, waiting.signal).then(() => false)]);
  waiting.abort();
  return isHere;
}
