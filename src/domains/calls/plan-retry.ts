import {
  type DayPart,
  nextRetry,
  type RetryOutcome,
  type RetryRules,
  varyTimeOfDay,
} from '../retry-configs/index.ts';
import {
  type Due,
  dueAt,
  locateCustomer,
  type ScheduleClock,
  type ScheduleShape,
  scheduleZones,
} from '../schedules/index.ts';

/** An ended attempt, with what decides whether and when the next one follows. */
export interface EndedAttempt {
  config: RetryRules & { varyTimeOfDay: boolean };
  callId: string;
  /** From 1. */
  attempt: number;
  outcome: RetryOutcome;
  /** When each attempt was dialed, including this one. */
  attemptsAtMs: readonly number[];
  schedule: ScheduleShape | null;
  customerNumber: string;
  /** The customer's time zone, when the call names it. */
  timeZone: string | null;
  endedAtMs: number;
}

export interface RetryPlan {
  /** Changes of the schedule never make the attempt due before this time. */
  notBeforeMs: number;
  dueMs: number;
  holdReason: NonNullable<Due['holdReason']> | 'retry-delay' | 'time-of-day';
  /** The part of the customer's day that was chosen, in the time zone `zone`; null for any part. */
  part: { name: DayPart; zone: string } | null;
}

/** Returns when the customer is called again, or null for never. */
export function planRetry(ended: EndedAttempt): RetryPlan | null {
  const next = nextRetry(ended);
  if (next === null) return null;
  const { schedule, customerNumber, timeZone } = ended;
  const notBeforeMs = ended.endedAtMs + next.delaySeconds * 1000;
  const due = schedule === null ? null : dueAt(schedule, customerNumber, notBeforeMs, timeZone);
  const dueMs = due?.atMs ?? notBeforeMs;
  const plain: RetryPlan = { notBeforeMs, dueMs, holdReason: due?.holdReason ?? 'retry-delay', part: null };
  return ended.config.varyTimeOfDay ? (varied(ended, plain) ?? plain) : plain;
}

/** Returns the plan with another time of day, or null when no other part of the day is open soon. */
function varied(ended: EndedAttempt, { notBeforeMs, dueMs, holdReason }: RetryPlan): RetryPlan | null {
  const { schedule, customerNumber, timeZone, callId, attemptsAtMs } = ended;
  const zones = schedule === null ? [] : scheduleZones(schedule, customerNumber, timeZone);
  // The first of several possible time zones is the most likely one.
  const [zone] = locateCustomer(customerNumber, timeZone).zones.concat(zones);
  if (zone === undefined || (schedule !== null && zones.length === 0)) return null;
  const open: ScheduleClock[] = schedule === null ? [] : zones.map((one) => ({ schedule, zone: one }));
  const chosen = varyTimeOfDay({ callId, attemptsAtMs, zone, open, notBeforeMs });
  if (chosen === null) return null;
  // A changed schedule must not move the attempt back into the part of the day that it left.
  const part = { name: chosen.part, zone };
  const isPutOff = chosen.atMs > dueMs;
  return {
    notBeforeMs: chosen.atMs,
    dueMs: chosen.atMs,
    holdReason: isPutOff ? 'time-of-day' : holdReason,
    part,
  };
}
