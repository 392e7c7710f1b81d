import { weekdays } from '../schedules/index.ts';
import type { EasterDate, FixedDate, Holiday, NthWeekday } from './types.ts';

const dayMs = 86_400_000;

/**
 * Returns the dates of a holiday in one year as `YYYY-MM-DD`: none when it does not occur, two when it is also observed
 * on a weekday.
 */
export function holidayDates(holiday: Holiday, year: number): string[] {
  return daysOf(holiday, year).map((ms) => new Date(ms).toISOString().slice(0, 10));
}

function daysOf(holiday: Holiday, year: number): number[] {
  if ('easterPlusDays' in holiday) return [easterOf(year) + (holiday as EasterDate).easterPlusDays * dayMs];
  if ('weekday' in holiday) return nthWeekday(holiday, year);
  return fixedDate(holiday, year);
}

function fixedDate({ month, day, observed = [] }: FixedDate, year: number): number[] {
  const ms = Date.UTC(year, month - 1, day);
  const weekday = weekdayOf(ms);
  if (weekday === 6 && observed.includes('friday')) return [ms - dayMs, ms];
  if (weekday === 0 && observed.includes('monday')) return [ms, ms + dayMs];
  return [ms];
}

function nthWeekday({ month, weekday, nth, plusDays = 0, years }: NthWeekday, year: number): number[] {
  if (years === 'even' && year % 2 !== 0) return [];
  const wanted = weekdays.indexOf(weekday);
  if (nth > 0) {
    const first = Date.UTC(year, month - 1, 1);
    const ahead = (wanted - weekdayOf(first) + 7) % 7;
    return [first + (ahead + (nth - 1) * 7 + plusDays) * dayMs];
  }
  // Day 0 of the next month is the last day of this one.
  const last = Date.UTC(year, month, 0);
  const back = (weekdayOf(last) - wanted + 7) % 7;
  return [last + (plusDays - back + (nth + 1) * 7) * dayMs];
}

function weekdayOf(ms: number): number {
  return new Date(ms).getUTCDay();
}

/** Returns Easter Sunday of the Gregorian calendar by the algorithm of Gauss with its corrections. */
function easterOf(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const leapless = century - Math.floor(century / 4);
  const lunar = Math.floor((8 * century + 13) / 25);
  const epact = (leapless - lunar + 19 * golden + 15) % 30;
  const fullMoon =
    epact - Math.floor(epact / 28) * (1 - Math.floor(29 / (epact + 1)) * Math.floor((21 - golden) / 11));
  const weekday = (year + Math.floor(year / 4) + fullMoon + 2 - leapless) % 7;
  const fromMarch = fullMoon - weekday + 28;
  return Date.UTC(year, 2, fromMarch);
}
