import { customerZones, nextOpen, type ScheduleShape } from '../schedules/index.ts';

/** When the dialer examines a queued call next, and why not earlier. */
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
  const zones = schedule.timeZone === 'customer' ? customerZones(e164, timeZone) : [schedule.timeZone];
  if (zones.length === 0) return { atMs: fromMs + recheckMs, holdReason: 'time-zone-unknown' };
  const opensAtMs = nextOpen(schedule, zones, fromMs);
  if (opensAtMs === null) return { atMs: fromMs + recheckMs, holdReason: 'schedule-never-opens' };
  return { atMs: opensAtMs, holdReason: opensAtMs > fromMs ? 'schedule-closed' : null };
}
