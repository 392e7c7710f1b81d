import type { Schema } from '../../api/schema.ts';

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

/** Hours that many schedules have, by a name for such a schedule. */
export const usualHours: Record<string, Schedule['windows']> = {
  'Weekdays 9–17': [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], start: '09:00', end: '17:00' }],
  'Every day 8–21': [{ days: [...days], start: '08:00', end: '21:00' }],
  Always: [{ days: [...days], start: '00:00', end: '24:00' }],
};

/** A new schedule: working hours on the customer's clock. */
export const newSchedule: Pick<Schedule, 'name' | 'timeZone' | 'windows' | 'exceptions'> = {
  name: 'Weekdays 9–17',
  timeZone: 'customer',
  windows: usualHours['Weekdays 9–17']!,
  exceptions: [],
};

/** Returns whose time zone the schedule uses. */
export function clockOf(timeZone: string): string {
  return timeZone === 'customer' ? "Customer's time zone" : timeZone;
}
