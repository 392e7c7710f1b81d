import type { Schema } from '../../api/index.ts';

export type Schedule = Schema<'Schedule'>;

/** In the order of the grid. */
export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Day = (typeof days)[number];
export const dayLabels: Record<Day, string> = {
  mon: 'Mon',
  tue: 'Tue',
  wed: 'Wed',
  thu: 'Thu',
  fri: 'Fri',
  sat: 'Sat',
  sun: 'Sun',
};

/** Returns whose time zone the schedule uses. */
export function clockOf(timeZone: string): string {
  return timeZone === 'customer' ? "Customer's time zone" : timeZone;
}
