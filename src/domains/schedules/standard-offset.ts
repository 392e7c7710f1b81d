import { customerZones } from './customer-zones.ts';
import { offsetSpanAt } from './time-zone.ts';

/**
 * What to add to UTC for the standard time where a number is, in minutes: the smaller of the offsets of winter and summer
 * in the first of its time zones, in the year of `nowMs`. 0 where nothing can be told.
 */
export function standardOffsetMinutes(e164: string, nowMs: number): number {
  const [zone] = customerZones(e164);
  if (zone === undefined) return 0;
  const year = new Date(nowMs).getUTCFullYear();
  const offsets = [0, 6].map((month) => offsetSpanAt(zone, Date.UTC(year, month, 1)).offsetMs);
  return Math.round(Math.min(...offsets) / 60_000);
}
