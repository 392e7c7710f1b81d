import type { DialableCall } from '../dialable-call.ts';
import type { GateSettings } from '../gate-settings.ts';
import { callingHours } from './calling-hours.ts';
import { closedCircuits } from './closed-circuits.ts';
import { dialableNumber } from './dialable-number.ts';
import { knownSchedule } from './known-schedule.ts';
import { notSuppressed } from './not-suppressed.ts';
import { reachableTrunk } from './reachable-trunk.ts';
import type { GateRule, Verdict } from './verdict.ts';

/**
 * The questions in the order in which they are put; the first that has something to say decides, so that what ends a
 * call comes before what holds it.
 */
const rules: readonly GateRule[] = [
  dialableNumber,
  notSuppressed,
  knownSchedule,
  callingHours,
  reachableTrunk,
  closedCircuits,
];

/** Whether a claimed call may be dialed now. Pure: everything it depends on is handed in. */
export function judge(call: DialableCall, settings: GateSettings, nowMs: number): Verdict {
  for (const rule of rules) {
    const verdict = rule(call, settings, nowMs);
    if (verdict) return verdict;
  }
  return { kind: 'dial' };
}
