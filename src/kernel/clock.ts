/** The source of wall-clock time; injected so that tests can hold it still. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** Milliseconds from a monotonic source: for durations, never for dates. */
export function monotonicMs(): number {
  return performance.now();
}
