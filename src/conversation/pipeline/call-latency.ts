import type { TurnLatency } from './turn-latency.ts';

/** The response times of one call, over turns in which the caller spoke or pressed keys. */
interface CallLatency {
  turns: number;
  p50Ms: number | null;
  p95Ms: number | null;
  maxMs: number | null;
  /** Percentiles of `addedMs`. */
  addedP50Ms: number | null;
  addedP95Ms: number | null;
}

/** Returns the response times of one call. */
export function callLatency(turns: readonly TurnLatency[]): CallLatency {
  const waits = sorted(turns.map(({ waitedMs }) => waitedMs));
  const added = sorted(turns.map(({ addedMs }) => addedMs));
  return {
    turns: waits.length,
    p50Ms: percentile(waits, 0.5),
    p95Ms: percentile(waits, 0.95),
    maxMs: waits.at(-1) ?? null,
    addedP50Ms: percentile(added, 0.5),
    addedP95Ms: percentile(added, 0.95),
  };
}

function sorted(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null).sort((a, b) => a - b);
}

/** Returns the nearest-rank percentile of ascending values; `null` without values. */
function percentile(ascending: readonly number[], share: number): number | null {
  return ascending[Math.max(Math.ceil(ascending.length * share) - 1, 0)] ?? null;
}
