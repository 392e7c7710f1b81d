import { offsetSpanAt } from './time-zone.ts';
import { type OpenPart, openPartsOf, type ScheduleShape } from './windows.ts';

const dayMs = 86_400_000;

/** How far ahead an opening is looked for: over a year, so that a schedule of one date a year is found. */
export const openingHorizonMs = 400 * dayMs;

/** Whether the wall clock of `zone` (an IANA time zone) is inside a window of the schedule at `atMs`. */
export function isOpen(schedule: ScheduleShape, zone: string, atMs: number): boolean {
  const localMs = atMs + offsetSpanAt(zone, atMs).offsetMs;
  return nextOpenLocal(openPartsOf(schedule), localMs, localMs) === localMs;
}

/**
 * The first instant from `fromMs` on at which the schedule is open on the wall clocks of all `zones`, or null when
 * there is none within 400 days or no zone is given. Where a clock is put forward over the start of a window, the
 * window opens at the change; an hour that the clock shows twice is open both times.
 */
export function nextOpen(schedule: ScheduleShape, zones: readonly string[], fromMs: number): number | null {
  return nextOpenOfAll(
    zones.map((zone) => ({ schedule, zone })),
    fromMs,
  );
}

/** A schedule as it is read on the wall clock of one zone. */
export interface ScheduleClock {
  schedule: ScheduleShape;
  /** An IANA time zone. */
  zone: string;
}

/**
 * The same for schedules that differ between zones: the first instant at which all of them are open, none later than
 * `horizonMs` after `fromMs`.
 */
export function nextOpenOfAll(
  clocks: readonly ScheduleClock[],
  fromMs: number,
  horizonMs: number = openingHorizonMs,
): number | null {
  if (clocks.length === 0) return null;
  const limitMs = fromMs + horizonMs;
  let atMs = fromMs;
  // Each closed clock moves the instant on to its own next opening; once a full round moves nothing, all are open.
  for (let agreed = 0, i = 0; agreed < clocks.length; i = (i + 1) % clocks.length) {
    const { schedule, zone } = clocks[i]!;
    const opensAtMs = nextOpenIn(openPartsOf(schedule), zone, atMs, limitMs);
    if (opensAtMs === null) return null;
    agreed = opensAtMs === atMs ? agreed + 1 : 1;
    atMs = opensAtMs;
  }
  return atMs;
}

/** The first open instant of one zone in `fromMs` to `limitMs`, searched through the stretches of equal offset. */
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

/** The first open time in `fromMs` to `lastMs`, both on a wall clock that is not changed in between. */
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
