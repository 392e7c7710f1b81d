import { offsetSpanAt } from './time-zone.ts';

const dayMs = 86_400_000;

/** When the day of `nowMs` began on the clocks of a time zone; a day without a midnight begins with the change of the clocks. */
export function startOfDay(timeZone: string, nowMs: number): number {
  const { offsetMs } = offsetSpanAt(timeZone, nowMs);
  const midnight = Math.floor((nowMs + offsetMs) / dayMs) * dayMs;
  // The clocks may have been changed since: what they showed then counts.
  return midnight - offsetSpanAt(timeZone, midnight - offsetMs).offsetMs;
}
