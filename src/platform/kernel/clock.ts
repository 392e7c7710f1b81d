/** The source of wall-clock time. Tests can stop it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

/** The time of a process. A simulation has its own. */
export interface ProcessClock extends Clock {
  /** Milliseconds from a monotonic source: for durations, never for dates. */
  monotonicMs(): number;
  /** Runs `run` once after `ms`, unless the returned function is called before. */
  after(ms: number, run: () => void): () => void;
}

/** Milliseconds from a monotonic source: for durations, never for dates. */
export function monotonicMs(): number {
  return performance.now();
}

/** The time of the machine. */
export const processClock: ProcessClock = {
  now: () => Date.now(),
  monotonicMs,
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
