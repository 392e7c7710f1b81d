import { delay, monotonicMs } from '../../../platform/kernel/index.ts';

/** Begins an answer; what it gives ends when its signal is aborted. */
export type Attempt<Part> = (signal: AbortSignal) => AsyncIterable<Part>;

interface Runner<Part> {
  parts: AsyncIterator<Part>;
  abort: AbortController;
  next: Promise<IteratorResult<Part>>;
}

type Outcome<Part> = { runner: Runner<Part> } & ({ result: IteratorResult<Part> } | { error: unknown });

/**
 * The answer of `first`; when it has not begun after `patienceMs` (null: it is waited for), `second` is asked too,
 * and whichever begins to answer first is heard to its end, while the other is aborted. One that fails before it
 * began leaves it to the other, if that was asked.
 *
 * `onTook` is told how long `first` took to begin, and where it had not begun although it was late, how long it had
 * taken so far: without those the slow times would go missing, and what seems usual would shrink with every answer.
 */
export async function* hedged<Part>(
  first: Attempt<Part>,
  second: Attempt<Part>,
  options: { patienceMs: number | null; signal: AbortSignal | undefined; onTook: (ms: number) => void },
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
      // From here on the race is over, whichever won it.
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

/** Ends those that are not heard any more; what becomes of them is nobody's. */
function stop<Part>(runners: readonly Runner<Part>[]): void {
  for (const { abort, parts, next } of runners) {
    abort.abort(new Error('another answer is heard'));
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

/** Whether something comes of it, an answer or a failure, within `ms`. */
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
