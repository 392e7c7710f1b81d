/** The source of wall-clock time; injected so that tests can hold it still. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

/** Time as a process goes by it; a simulation has one of its own. */
export interface ProcessClock extends Clock {
  /** Milliseconds from a monotonic source: for durations, never for dates. */
  monotonicMs(): number;
  /** Runs something once after `ms`, unless the function that is returned is called before. */
  after(ms: number, run: () => void): () => void;
}

/** Milliseconds from a monotonic source: for durations, never for dates. */
export function monotonicMs(): number {
  return performance.now();
}

/** The machine's own time. */
export const processClock: ProcessClock = {
  now: () => Date.now(),
  monotonicMs,
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
