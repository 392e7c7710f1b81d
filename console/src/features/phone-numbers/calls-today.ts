import type { Schema } from '../../api/index.ts';
import { formatNumber } from '../../ui/index.ts';

/** Returns the calls of today. They are counted only for numbers with local presence or a limit. */
export function callsTodayOf({ callsToday, localPresence, maxCallsPerDay }: Schema<'PhoneNumber'>): string {
  if (maxCallsPerDay !== null) return `${formatNumber(callsToday)} of ${formatNumber(maxCallsPerDay)}`;
  return localPresence ? formatNumber(callsToday) : 'Not counted';
}
