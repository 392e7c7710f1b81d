import { type EndedReason, holdMessage, holdMessages } from '../../domains/calls/index.ts';
import { circuitMessage, type OpenCircuit } from '../../domains/circuits/index.ts';
import type { StoredEligibilityWebhook } from '../../domains/organizations/index.ts';
import {
  clocksOf,
  closedRule,
  daytime,
  dialability,
  type HoursRule,
  ruleLabel,
  rulesFor,
} from '../../domains/rules/index.ts';
import {
  customerZones,
  dueAt,
  nextOpenOfAll,
  type ScheduleClock,
  scheduleZones,
} from '../../domains/schedules/index.ts';
import type { AllowableNumberType } from '../../platform/kernel/index.ts';
import type { DialableCall, DialableTrunk } from './dialable-call.ts';

/** The limit on calls to one customer. */
export interface FrequencyCap {
  /** Counts calls that rang or may have rung. */
  calls: number;
  /** Days of 24 hours each, up to now. */
  days: number;
}

/** An organization's settings for the gate. */
export interface GateSettings {
  /** ISO 3166 alpha-2. */
  allowedCountries: readonly string[];
  allowedNumberTypes: readonly AllowableNumberType[];
  /** The calling-hours packs that are switched on. */
  rulePacks: readonly string[];
  /** `null` for no cap. */
  frequencyCap: FrequencyCap | null;
  /** The webhook that is asked last, before a call is dialed. `null` for none. */
  eligibilityWebhook: StoredEligibilityWebhook | null;
}

export interface Hold {
  kind: 'hold';
  /** Stable and machine-readable, as `why` reports it. */
  reason: string;
  message: string;
  /** The time at which the call is checked again. */
  untilMs: number;
}

export interface Refusal {
  kind: 'refuse';
  endedReason: EndedReason;
  reason: string;
  message: string;
}

/** The decision about a claimed call. */
export type Verdict = { kind: 'dial' } | Hold | Refusal;

/** One rule about a claimed call. Returns `null` when it has no objection. All rules are pure. */
type GateRule = (call: DialableCall, settings: GateSettings, nowMs: number) => Hold | Refusal | null;

/** Decides whether a claimed call may be dialed now. The first rule with an objection decides. Pure. */
export function judge(call: DialableCall, settings: GateSettings, nowMs: number): Verdict {
  for (const rule of rules) {
    const verdict = rule(call, settings, nowMs);
    if (verdict) return verdict;
  }
  return { kind: 'dial' };
}

/** The number can be dialed, and the organization allows its country and its type. */
const dialableNumber: GateRule = ({ customerNumber }, { allowedCountries, allowedNumberTypes }) => {
  const reach = dialability(customerNumber, allowedCountries, allowedNumberTypes);
  if (reach.allowed) return null;
  const endedReason = reach.reason === 'invalid' ? 'number-invalid' : 'refused-by-gate';
  return { kind: 'refuse', endedReason, reason: reach.reason, message: reach.message };
};

/** The customer is not on the organization's suppression list. */
const notSuppressed: GateRule = ({ isSuppressed }) => {
  if (!isSuppressed) return null;
  const message = 'The customer is not to be called.';
  return { kind: 'refuse', endedReason: 'number-suppressed', reason: 'number-suppressed', message };
};

/** The schedule of the call exists. Without it, the customer's calling times are unknown. */
const knownSchedule: GateRule = ({ isScheduleMissing }) => {
  if (!isScheduleMissing) return null;
  const message = 'The schedule of the call does not exist any more.';
  return { kind: 'refuse', endedReason: 'refused-by-gate', reason: 'schedule-missing', message };
};

/**
 * The delay before a call whose schedule and rules have no time in common is checked again, because both may change.
 */
const neverOpenRecheckMs = 24 * 3_600_000;

/**
 * The schedule is open, and so are the calling hours of every rule that the organization switched on and that applies to
 * the number, and the hours of the campaign. A held call becomes due when all of them are open.
 */
const callingHours: GateRule = (call, { rulePacks }, nowMs) => {
  const due = call.schedule && dueAt(call.schedule, call.customerNumber, nowMs, call.timeZone);
  const isClosed = due !== null && due.atMs > nowMs;
  if (isClosed && due.holdReason !== 'schedule-closed') return heldBySchedule(due.holdReason ?? '', due.atMs);
  const applicable = [...rulesFor(rulePacks, call.customerNumber), ...(call.daytimeOnly ? [daytime] : [])];
  if (applicable.length === 0) return isClosed ? heldBySchedule('schedule-closed', due.atMs) : null;
  const zones = customerZones(call.customerNumber, call.timeZone);
  const clocks = [...scheduleClocks(call), ...clocksOf(applicable, zones, nowMs)];
  const opensAtMs = nextOpenOfAll(clocks, nowMs);
  if (opensAtMs === nowMs) return null;
  if (!isClosed) return heldByRule(closedRule(applicable, zones, nowMs), opensAtMs, nowMs);
  if (opensAtMs === null) return heldByRule(closedRule(applicable, zones, due.atMs), null, nowMs);
  const after = opensAtMs === due.atMs ? null : closedRule(applicable, zones, due.atMs);
  const hold = heldBySchedule('schedule-closed', opensAtMs);
  return after ? { ...hold, message: `${hold.message} When it opens, ${forbids(after)}` } : hold;
};

function heldBySchedule(reason: string, untilMs: number): Hold {
  return { kind: 'hold', reason, message: holdMessage(reason, new Date(untilMs).toISOString()), untilMs };
}

/** `rule` is the first of those that forbid the call now. */
function heldByRule(rule: HoursRule | null, opensAtMs: number | null, nowMs: number): Hold {
  const why = rule ? capitalized(forbids(rule)) : 'The schedule and the calling hours do not go together.';
  const untilMs = opensAtMs ?? nowMs + neverOpenRecheckMs;
  const never = opensAtMs === null ? ' They have no time in common in the next 400 days.' : '';
  const message = `${why}${never} Parley checks the call again at ${new Date(untilMs).toISOString()}.`;
  return { kind: 'hold', reason: 'calling-hours', message, untilMs };
}

function forbids(rule: HoursRule): string {
  return `the calling hours of ${ruleLabel(rule)} do not allow calling the number.`;
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function scheduleClocks({ schedule, customerNumber, timeZone }: DialableCall): ScheduleClock[] {
  if (!schedule) return [];
  return scheduleZones(schedule, customerNumber, timeZone).map((zone) => ({ schedule, zone }));
}

/** The delay before a call without a trunk is checked again. Giving its number a trunk makes it due at once. */
const noTrunkRecheckMs = 600_000;
/** The delay for a trunk that no process checks any more. A trunk that recovers makes its calls due at once. */
const trunkDownRecheckMs = 300_000;

/** The number has a trunk that is not known to be down. */
const reachableTrunk: GateRule = (call, _settings, nowMs) => {
  const downReasons = trunksOf(call).map(({ downReason }) => downReason);
  if (downReasons.length === 0) {
    const untilMs = nowMs + noTrunkRecheckMs;
    return { kind: 'hold', reason: 'no-trunk', message: holdMessages['no-trunk'] ?? '', untilMs };
  }
  if (downReasons.includes(null)) return null;
  const which = downReasons.length === 1 ? 'The trunk' : 'None of the trunks';
  const can = downReasons.length === 1 ? 'cannot' : 'can';
  const message = `${which} of the phone number ${can} be reached: ${downReasons.join('; ')}.`;
  return { kind: 'hold', reason: 'trunk-down', message, untilMs: nowMs + trunkDownRecheckMs };
};

/** The circuits of the campaign and of a reachable trunk are closed, or due for a probe. */
const closedCircuits: GateRule = (call) => {
  if (call.circuit && !call.circuit.isProbeDue) return circuitHold([call.circuit]);
  if (firstOpenTo(call)) return null;
  return circuitHold(reachable(call).flatMap(({ circuit }) => circuit ?? []));
};

/** The rules in their order. Rules that end a call come before rules that hold it. */
const rules: readonly GateRule[] = [
  dialableNumber,
  notSuppressed,
  knownSchedule,
  callingHours,
  reachableTrunk,
  closedCircuits,
];

/** Returns the hold of a call that waits for the first of these circuits. */
export function circuitHold(circuits: readonly OpenCircuit[]): Hold {
  const message = circuits.map(circuitMessage).join(' ');
  const untilMs = Math.min(...circuits.map((circuit) => circuit.untilMs));
  return { kind: 'hold', reason: 'circuit-open', message, untilMs };
}

/** Returns the trunks over which a call may be dialed, and the open circuits that the call then probes. */
export function chooseTrunk(call: DialableCall): {
  trunk: DialableTrunk | null;
  fallbacks: DialableTrunk[];
  probes: OpenCircuit[];
} {
  const trunk = firstOpenTo(call) ?? call.trunk;
  const probes = [call.circuit, trunk?.circuit ?? null].filter((circuit) => circuit !== null);
  // One call at a time probes an open circuit, so a fallback must not have an open circuit.
  const fallbacks = trunksOf(call).filter((other) => other !== trunk && other.circuit === null);
  return { trunk, fallbacks, probes };
}

/** Returns the first reachable trunk. Skips trunks with an open circuit until a probe is due. */
function firstOpenTo(call: DialableCall): DialableTrunk | undefined {
  return reachable(call).find(({ circuit }) => circuit === null || circuit.isProbeDue);
}

function reachable(call: DialableCall): DialableTrunk[] {
  return trunksOf(call).filter(({ downReason }) => downReason === null);
}

function trunksOf({ trunk, fallbacks }: DialableCall): DialableTrunk[] {
  return trunk === null ? [] : [trunk, ...fallbacks];
}
