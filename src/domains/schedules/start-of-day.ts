import { offsetSpanAt } from './time-zone.ts';

const dayMs = 86_400_000;

/** Returns when the day of `nowMs` began in a time zone. A day without a midnight begins at the clock change. */
export function startOfDay(timeZone: string, nowMs: number): number {
  const { offsetMs } = offsetSpanAt(timeZone, nowMs);
  const midnight = Math.floor((nowMs + offsetMs) / dayMs) * dayMs;
  // The clock may have changed since midnight, so the offset at midnight applies.
  return midnight - offsetSpanAt(timeZone, midnight - offsetMs).offsetMs;
}
