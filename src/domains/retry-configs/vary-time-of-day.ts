import { createHash } from 'node:crypto';
import {
  isOpen,
  nextOpenOfAll,
  type ScheduleClock,
  type ScheduleShape,
  weekdays,
} from '../schedules/index.ts';

/** The parts of a day on the customer's clock. */
const dayParts = ['morning', 'midday', 'afternoon', 'evening'] as const;
export type DayPart = (typeof dayParts)[number];

const shapes: Record<DayPart, ScheduleShape> = {
  morning: everyDay('00:00', '11:00'),
  midday: everyDay('11:00', '14:00'),
  afternoon: everyDay('14:00', '17:00'),
  evening: everyDay('17:00', '24:00'),
};

function everyDay(start: string, end: string): ScheduleShape {
  return { timeZone: 'customer', windows: [{ days: weekdays, start, end }] };
}

/** The longest delay for another part of the day: over a weekend, but not over a week. */
const putOffMaxMs = 72 * 3_600_000;

/** Returns the part of the day at `atMs` in `zone`, an IANA time zone. */
export function dayPartAt(zone: string, atMs: number): DayPart {
  return dayParts.find((part) => isOpen(shapes[part], zone, atMs)) ?? 'evening';
}

/**
 * Returns a time for the next attempt in another part of the customer's day than the last one: in the part with the
 * fewest attempts. Between equal parts the id of the ended call decides, which spreads customers and is deterministic.
 * Null when no other part is open within three days of `notBeforeMs`.
 */
export function varyTimeOfDay(retry: {
  callId: string;
  /** The attempts so far, in order. */
  attemptsAtMs: readonly number[];
  /** The time zone of the parts of the day. */
  zone: string;
  /** When the customer may be called. All clocks must allow it. */
  open: readonly ScheduleClock[];
  notBeforeMs: number;
}): { atMs: number; part: DayPart } | null {
  const { callId, attemptsAtMs, zone, open, notBeforeMs } = retry;
  const tried = attemptsAtMs.map((atMs) => dayPartAt(zone, atMs));
  const timesTried = (part: DayPart) => tried.filter((other) => other === part).length;
  const candidates = dayParts
    .filter((part) => part !== tried.at(-1))
    .map((part) => ({ part, times: timesTried(part), order: orderOf(callId, part) }))
    .sort((a, b) => a.times - b.times || (a.order < b.order ? -1 : 1));
  for (const { part } of candidates) {
    const clocks = [...open, { schedule: shapes[part], zone }];
    const atMs = nextOpenOfAll(clocks, notBeforeMs, putOffMaxMs);
    if (atMs !== null) return { atMs, part };
  }
  return null;
}

function orderOf(callId: string, part: DayPart): string {
  return createHash('sha256').update(`${callId} ${part}`).digest('hex');
}
