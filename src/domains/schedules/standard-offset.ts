import { customerZones } from './customer-zones.ts';
import { offsetSpanAt } from './time-zone.ts';

/**
 * Returns the offset of standard time where a number is, in minutes: the smaller of the winter and summer offsets of
 * its first time zone, in the year of `nowMs`. Returns 0 when it is unknown.
 */
export function standardOffsetMinutes(e164: string, nowMs: number): number {
  const [zone] = customerZones(e164);
  if (zone === undefined) return 0;
  const year = new Date(nowMs).getUTCFullYear();
  const offsets = [0, 6].map((month) => offsetSpanAt(zone, Date.UTC(year, month, 1)).offsetMs);
  return Math.round(Math.min(...offsets) / 60_000);
}
