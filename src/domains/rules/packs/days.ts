import type { HoursRule, Weekday } from '../types.ts';

const week: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** Returns the same hours on the given days (all by default). */
export function daily(start: string, end: string, days: readonly Weekday[] = week): HoursRule['windows'] {
  return [{ days, start, end }];
}

export const workdays: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri'];
export const exceptSunday: readonly Weekday[] = [...workdays, 'sat'];
