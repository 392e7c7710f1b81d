import type { FieldError } from '../../platform/kernel/index.ts';
import { isTimeZone } from './time-zone.ts';

/** Weekdays in the order of `Date.prototype.getUTCDay`. */
export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

/** Part of a day in local wall time: `HH:MM`, excluding the end, which may be `24:00`. */
export interface DayWindow {
  start: string;
  end: string;
}

/** When calls may be dialed. A date among the exceptions uses its own windows instead of the week's. */
export interface ScheduleShape {
  /** An IANA time zone, or `customer` for the called party's own. */
  timeZone: string;
  windows: ReadonlyArray<DayWindow & { days: readonly string[] }>;
  /** `date` is `YYYY-MM-DD`. An empty list of windows closes the day. */
  exceptions?: ReadonlyArray<{ date: string; windows: readonly DayWindow[] }> | undefined;
}

export const scheduleLimits = { windowsMax: 100, exceptionsMax: 1000, exceptionWindowsMax: 24 };

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Returns everything that is wrong with a schedule, in the order of its fields. */
export function validateSchedule(schedule: ScheduleShape): FieldError[] {
  const exceptions = schedule.exceptions ?? [];
  const { windowsMax, exceptionsMax } = scheduleLimits;
  if (schedule.windows.length > windowsMax) return [atMost('windows', windowsMax, 'windows')];
  if (exceptions.length > exceptionsMax) return [atMost('exceptions', exceptionsMax, 'exceptions')];
  const errors: FieldError[] = [];
  if (schedule.timeZone !== 'customer' && !isTimeZone(schedule.timeZone)) {
    errors.push({
      field: 'timeZone',
      message: 'must be an IANA time zone such as America/New_York, or customer',
    });
  }
  schedule.windows.forEach((window, i) => {
    errors.push(...checkDays(window.days, `windows.${i}.days`), ...checkWindow(window, `windows.${i}`));
  });
  errors.push(...checkExceptions(exceptions));
  if (schedule.windows.length === 0 && exceptions.every((exception) => exception.windows.length === 0)) {
    errors.push({
      field: 'windows',
      message: 'must contain a window here or in an exception, else the schedule never opens',
    });
  }
  return errors;
}

function atMost(field: string, max: number, what: string): FieldError {
  return { field, message: `must contain at most ${max} ${what}` };
}

function checkDays(days: readonly string[], field: string): FieldError[] {
  if (days.length === 0) return [{ field, message: 'must contain at least one day' }];
  const seen = new Set<string>();
  for (const [i, day] of days.entries()) {
    if (!(weekdays as readonly string[]).includes(day)) {
      return [{ field: `${field}.${i}`, message: `must be one of ${weekdays.join(', ')}` }];
    }
    if (seen.has(day)) return [{ field: `${field}.${i}`, message: `contains ${day} twice` }];
    seen.add(day);
  }
  return [];
}

function checkWindow(window: DayWindow, field: string): FieldError[] {
  const errors: FieldError[] = [];
  const start = window.start === '24:00' ? undefined : minuteOfDay(window.start);
  const end = minuteOfDay(window.end);
  if (start === undefined)
    errors.push({ field: `${field}.start`, message: 'must be a time HH:MM, 00:00 to 23:59' });
  if (end === undefined)
    errors.push({ field: `${field}.end`, message: 'must be a time HH:MM, 00:01 to 24:00' });
  if (start !== undefined && end !== undefined && end <= start) {
    const message =
      'must be later than the start. Write a window across midnight as two, the first until 24:00';
    errors.push({ field: `${field}.end`, message });
  }
  return errors;
}

function checkExceptions(exceptions: NonNullable<ScheduleShape['exceptions']>): FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  exceptions.forEach(({ date, windows }, i) => {
    const field = `exceptions.${i}`;
    if (dayNumber(date) === undefined) {
      errors.push({ field: `${field}.date`, message: 'must be a calendar date, YYYY-MM-DD' });
    } else if (seen.has(date)) errors.push({ field: `${field}.date`, message: `contains ${date} twice` });
    seen.add(date);
    const { exceptionWindowsMax } = scheduleLimits;
    if (windows.length > exceptionWindowsMax) {
      errors.push(atMost(`${field}.windows`, exceptionWindowsMax, 'windows'));
    } else errors.push(...windows.flatMap((window, w) => checkWindow(window, `${field}.windows.${w}`)));
  });
  return errors;
}

/** Returns the minute of the day for `HH:MM`, 0 to 1440 (`24:00`), or undefined for any other text. */
function minuteOfDay(text: string): number | undefined {
  if (!/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/.test(text)) return undefined;
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
}

/** Returns the number of days from 1970-01-01 to a calendar date until 9999, or undefined for any other text. */
function dayNumber(date: string): number | undefined {
  if (!/^(?:19[7-9]\d|[2-9]\d{3})-\d\d-\d\d$/.test(date)) return undefined;
  const ms = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== date) return undefined;
  return ms / dayMs;
}

/** Part of a day in milliseconds after midnight on the wall clock, excluding `untilMs`. */
export interface OpenPart {
  fromMs: number;
  untilMs: number;
}

const compiled = new WeakMap<ScheduleShape, (day: number) => readonly OpenPart[]>();

/**
 * Returns a function that lists the open parts of a day, sorted and without overlap, by the number of days since
 * 1970-01-01 on the wall clock. The schedule must be valid and must not change afterwards.
 */
export function openPartsOf(schedule: ScheduleShape): (day: number) => readonly OpenPart[] {
  let parts = compiled.get(schedule);
  if (!parts) {
    parts = compile(schedule);
    compiled.set(schedule, parts);
  }
  return parts;
}

function compile(schedule: ScheduleShape): (day: number) => readonly OpenPart[] {
  const week = weekdays.map((name) => merge(schedule.windows.filter(({ days }) => days.includes(name))));
  const exceptions = new Map<number | undefined, OpenPart[]>();
  for (const { date, windows } of schedule.exceptions ?? []) exceptions.set(dayNumber(date), merge(windows));
  // Day 0 was a Thursday.
  return (day) => exceptions.get(day) ?? week[(((day + 4) % 7) + 7) % 7]!;
}

function merge(windows: readonly DayWindow[]): OpenPart[] {
  const parts: OpenPart[] = [];
  const sorted = windows
    .map(({ start, end }) => ({
      fromMs: (minuteOfDay(start) ?? 0) * minuteMs,
      untilMs: (minuteOfDay(end) ?? 0) * minuteMs,
    }))
    .sort((a, b) => a.fromMs - b.fromMs);
  for (const part of sorted) {
    const last = parts.at(-1);
    if (last && part.fromMs <= last.untilMs) last.untilMs = Math.max(last.untilMs, part.untilMs);
    else parts.push(part);
  }
  return parts;
}
