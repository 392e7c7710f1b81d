import { customerZones, nextOpen, type ScheduleShape } from '../schedules/index.ts';

/** When a queued call is to be looked at, and why not before. */
export interface Due {
  atMs: number;
  holdReason:
    | 'schedule-closed'
    | 'schedule-never-opens'
    | 'time-zone-unknown'
    | 'retry-delay'
    | 'time-of-day'
    | null;
}

const recheckMs = 24 * 3_600_000;

/**
 * The first instant from `fromMs` on at which the schedule allows calling `e164`. A schedule that never opens, or
 * a number whose time zone cannot be told, is looked at again after a day: the schedule may have changed. `timeZone` is
 * what the call itself says of where the called party is.
 */
export function dueAt(
  schedule: ScheduleShape,
  e164: string,
  fromMs: number,
  timeZone: string | null = null,
): Due {
  const zones = schedule.timeZone === 'customer' ? customerZones(e164, timeZone) : [schedule.timeZone];
  if (zones.length === 0) return { atMs: fromMs + recheckMs, holdReason: 'time-zone-unknown' };
  const opensAtMs = nextOpen(schedule, zones, fromMs);
  if (opensAtMs === null) return { atMs: fromMs + recheckMs, holdReason: 'schedule-never-opens' };
  return { atMs: opensAtMs, holdReason: opensAtMs > fromMs ? 'schedule-closed' : null };
}
