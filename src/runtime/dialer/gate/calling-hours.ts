import { dueAt, holdMessage } from '../../../domains/calls/index.ts';
import { clocksOf, closedRule, type HoursRule, rulesFor, ruleWords } from '../../../domains/rules/index.ts';
import { customerZones, nextOpenOfAll, type ScheduleClock } from '../../../domains/schedules/index.ts';
import type { DialableCall } from '../dialable-call.ts';
import type { GateRule, Hold } from './verdict.ts';

/** Where the schedule and the rules have no time in common, the call is looked at again after this: either may change. */
const recheckMs = 24 * 3_600_000;

/**
 * The call's schedule is open, and so are the calling hours of every rule that the organization has switched on and
 * that holds where the number is. A call that waits becomes due when all of them are open, not before.
 */
export const callingHours: GateRule = (call, { rulePacks }, nowMs) => {
  const due = call.schedule && dueAt(call.schedule, call.customerNumber, nowMs, call.timeZone);
  const isClosed = due !== null && due.atMs > nowMs;
  if (isClosed && due.holdReason !== 'schedule-closed') return held(due.holdReason ?? '', due.atMs);
  const rules = rulesFor(rulePacks, call.customerNumber);
  if (rules.length === 0) return isClosed ? held('schedule-closed', due.atMs) : null;
  const zones = customerZones(call.customerNumber, call.timeZone);
  const clocks = [...scheduleClocks(call, zones), ...clocksOf(rules, zones, nowMs)];
  const opensAtMs = nextOpenOfAll(clocks, nowMs);
  if (opensAtMs === nowMs) return null;
  if (!isClosed) return heldByRule(closedRule(rules, zones, nowMs), opensAtMs, nowMs);
  if (opensAtMs === null) return heldByRule(closedRule(rules, zones, due.atMs), null, nowMs);
  const after = opensAtMs === due.atMs ? null : closedRule(rules, zones, due.atMs);
  const hold = held('schedule-closed', opensAtMs);
  return after ? { ...hold, message: `${hold.message} When it opens, ${forbids(after)}` } : hold;
};

function held(reason: string, untilMs: number): Hold {
  return { kind: 'hold', reason, message: holdMessage(reason, new Date(untilMs).toISOString()), untilMs };
}

/** Held by a law; the one that is named is the first of those that forbid the call now. */
function heldByRule(rule: HoursRule | null, opensAtMs: number | null, nowMs: number): Hold {
  const reason = 'calling-hours';
  const words = rule ? capitalized(forbids(rule)) : 'The schedule and the calling hours do not go together.';
  const untilMs = opensAtMs ?? nowMs + recheckMs;
  const until = new Date(untilMs).toISOString();
  const next = opensAtMs === null ? 'They have no time in common in the next 400 days.' : '';
  const message = [words, next, `It is looked at next at ${until}.`].filter((part) => part !== '').join(' ');
  return { kind: 'hold', reason, message, untilMs };
}

function forbids(rule: HoursRule): string {
  return `the calling hours of ${ruleWords(rule)} do not allow calling the number.`;
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function scheduleClocks({ schedule }: DialableCall, customers: readonly string[]): ScheduleClock[] {
  if (!schedule) return [];
  const zones = schedule.timeZone === 'customer' ? customers : [schedule.timeZone];
  return zones.map((zone) => ({ schedule, zone }));
}
