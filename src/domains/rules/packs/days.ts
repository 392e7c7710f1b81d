import type { HoursRule, Weekday } from '../types.ts';

const week: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** The same hours on the days that are named, `mon sat`; left out: on all. */
export function daily(start: string, end: string, days: readonly Weekday[] = week): HoursRule['windows'] {
  return [{ days, start, end }];
}

export const workdays: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri'];
export const exceptSunday: readonly Weekday[] = [...workdays, 'sat'];
