import { dueAt, type EndedReason, holdMessage, holdWords } from '../calls/index.ts';
import { dialability } from '../kernel/index.ts';
import type { DialableCall } from './dialable-call.ts';

/** What is to become of a claimed call. */
export type Verdict =
  | { kind: 'dial' }
  | { kind: 'hold'; reason: string; message: string; untilMs: number }
  | { kind: 'refuse'; endedReason: EndedReason; reason: string; message: string };

/** A call without a trunk is looked at again after this; giving its number a trunk makes it due at once. */
const noTrunkRecheckMs = 600_000;

/** A trunk that comes up again makes its calls due at once; this is for when nobody watches it any more. */
const trunkDownRecheckMs = 300_000;

/** Whether a claimed call may be dialed now. Pure: everything it depends on is handed in. */
export function judge(call: DialableCall, allowedCountries: readonly string[], nowMs: number): Verdict {
  const reach = dialability(call.customerNumber, allowedCountries);
  if (!reach.allowed) {
    const endedReason = reach.reason === 'invalid' ? 'number-invalid' : 'refused-by-gate';
    return { kind: 'refuse', endedReason, reason: reach.reason, message: reach.message };
  }
  if (call.isSuppressed) {
    const message = 'The customer is not to be called.';
    return { kind: 'refuse', endedReason: 'number-suppressed', reason: 'number-suppressed', message };
  }
  if (call.isScheduleMissing) {
    const message = 'The schedule of the call does not exist any more.';
    return { kind: 'refuse', endedReason: 'refused-by-gate', reason: 'schedule-missing', message };
  }
  if (call.schedule) {
    const due = dueAt(call.schedule, call.customerNumber, nowMs);
    if (due.atMs > nowMs) {
      const reason = due.holdReason ?? 'schedule-closed';
      const until = new Date(due.atMs).toISOString();
      return { kind: 'hold', reason, message: holdMessage(reason, until), untilMs: due.atMs };
    }
  }
  if (!call.trunk) {
    const untilMs = nowMs + noTrunkRecheckMs;
    return { kind: 'hold', reason: 'no-trunk', message: holdWords['no-trunk'] ?? '', untilMs };
  }
  const downReasons = [call.trunk, ...call.fallbacks].map(({ downReason }) => downReason);
  if (downReasons.every((reason) => reason !== null)) {
    const which = downReasons.length === 1 ? 'The trunk' : 'None of the trunks';
    const can = downReasons.length === 1 ? 'cannot' : 'can';
    const message = `${which} of the phone number ${can} be reached: ${downReasons.join('; ')}.`;
    return { kind: 'hold', reason: 'trunk-down', message, untilMs: nowMs + trunkDownRecheckMs };
  }
  return { kind: 'dial' };
}
