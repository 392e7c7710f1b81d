import { customerZones } from './customer-zones.ts';
import { offsetSpanAt } from './time-zone.ts';
import { type OpenPart, openPartsOf, type ScheduleShape } from './windows.ts';

const dayMs = 86_400_000;

/** How far ahead to look: over a year, so that a schedule with one date a year is found. */
export const openingHorizonMs = 400 * dayMs;

/** Returns whether the wall clock of `zone` (an IANA time zone) is inside a window of the schedule at `atMs`. */
export function isOpen(schedule: ScheduleShape, zone: string, atMs: number): boolean {
  const localMs = atMs + offsetSpanAt(zone, atMs).offsetMs;
  return nextOpenLocal(openPartsOf(schedule), localMs, localMs) === localMs;
}

/**
 * Returns the first instant from `fromMs` at which the schedule is open on the wall clocks of all `zones`, or null when
 * there is none within 400 days or no zone is given. When a clock change skips the start of a window, the window opens
 * at the change. A repeated hour is open both times.
 */
export function nextOpen(schedule: ScheduleShape, zones: readonly string[], fromMs: number): number | null {
  return nextOpenOfAll(
    zones.map((zone) => ({ schedule, zone })),
    fromMs,
  );
}

/** A schedule read on the wall clock of one zone. */
export interface ScheduleClock {
  schedule: ScheduleShape;
  /** An IANA time zone. */
  zone: string;
}

/**
 * Like `nextOpen` for schedules that differ between zones: the first instant, at most `horizonMs` after `fromMs`, at
 * which all are open.
 */
export function nextOpenOfAll(
  clocks: readonly ScheduleClock[],
  fromMs: number,
  horizonMs: number = openingHorizonMs,
): number | null {
  if (clocks.length === 0) return null;
  const limitMs = fromMs + horizonMs;
  let atMs = fromMs;
  // Each closed clock advances the instant to its own next opening. After a full round without a change, all are open.
  for (let agreed = 0, i = 0; agreed < clocks.length; i = (i + 1) % clocks.length) {
    const { schedule, zone } = clocks[i]!;
    const opensAtMs = nextOpenIn(openPartsOf(schedule), zone, atMs, limitMs);
    if (opensAtMs === null) return null;
    agreed = opensAtMs === atMs ? agreed + 1 : 1;
    atMs = opensAtMs;
  }
  return atMs;
}

/** Returns the first open instant of one zone from `fromMs` to `limitMs`, by spans of equal offset. */
function nextOpenIn(
  parts: (day: number) => readonly OpenPart[],
  zone: string,
  fromMs: number,
  limitMs: number,
): number | null {
  let atMs = fromMs;
  while (atMs <= limitMs) {
    const { untilMs, offsetMs } = offsetSpanAt(zone, atMs);
    const lastMs = Math.min(limitMs, untilMs - 1);
    const localMs = nextOpenLocal(parts, atMs + offsetMs, lastMs + offsetMs);
    if (localMs !== null) return localMs - offsetMs;
    atMs = untilMs;
  }
  return null;
}

/** Returns the first open time from `fromMs` to `lastMs`, on a wall clock without a change in between. */
function nextOpenLocal(
  parts: (day: number) => readonly OpenPart[],
  fromMs: number,
  lastMs: number,
): number | null {
  for (let day = Math.floor(fromMs / dayMs); day * dayMs <= lastMs; day++) {
    const midnightMs = day * dayMs;
    for (const part of parts(day)) {
      if (fromMs >= midnightMs + part.untilMs) continue;
      const opensAtMs = Math.max(fromMs, midnightMs + part.fromMs);
      return opensAtMs <= lastMs ? opensAtMs : null;
    }
  }
  return null;
}

/** Returns the time zones in which the schedule is read for a number. `timeZone` is the customer's, when the call names it. */
export function scheduleZones(
  schedule: ScheduleShape,
  e164: string,
  timeZone: string | null = null,
): readonly string[] {
  return schedule.timeZone === 'customer' ? customerZones(e164, timeZone) : [schedule.timeZone];
}

/** When the dialer examines a queued call next, and why not earlier. */
export interface Due {
  atMs: number;
  holdReason: 'schedule-closed' | 'schedule-never-opens' | 'time-zone-unknown' | null;
}

const recheckMs = dayMs;

/**
 * Returns the first instant from `fromMs` on at which the schedule allows calling `e164`. When the schedule never
 * opens, or the time zone of the number is unknown, the dialer examines the call again after a day, because the
 * schedule may have changed. `timeZone` is the customer's, when the call names it.
 */
export function dueAt(
  schedule: ScheduleShape,
  e164: string,
  fromMs: number,
  timeZone: string | null = null,
): Due {
  const zones = scheduleZones(schedule, e164, timeZone);
  if (zones.length === 0) return { atMs: fromMs + recheckMs, holdReason: 'time-zone-unknown' };
  const opensAtMs = nextOpen(schedule, zones, fromMs);
  if (opensAtMs === null) return { atMs: fromMs + recheckMs, holdReason: 'schedule-never-opens' };
  return { atMs: opensAtMs, holdReason: opensAtMs > fromMs ? 'schedule-closed' : null };
}
