import { holdWords } from '../../../domains/calls/index.ts';
import type { GateRule } from './verdict.ts';

/** A call without a trunk is looked at again after this; giving its number a trunk makes it due at once. */
const noTrunkRecheckMs = 600_000;

/** A trunk that comes up again makes its calls due at once; this is for when nobody watches it any more. */
const trunkDownRecheckMs = 300_000;

/** The number has a trunk, and one of its trunks is not known to be down. */
export const reachableTrunk: GateRule = ({ trunk, fallbacks }, _settings, nowMs) => {
  if (!trunk) {
    const untilMs = nowMs + noTrunkRecheckMs;
    return { kind: 'hold', reason: 'no-trunk', message: holdWords['no-trunk'] ?? '', untilMs };
  }
  const downReasons = [trunk, ...fallbacks].map(({ downReason }) => downReason);
  if (downReasons.some((reason) => reason === null)) return null;
  const which = downReasons.length === 1 ? 'The trunk' : 'None of the trunks';
  const can = downReasons.length === 1 ? 'cannot' : 'can';
  const message = `${which} of the phone number ${can} be reached: ${downReasons.join('; ')}.`;
  return { kind: 'hold', reason: 'trunk-down', message, untilMs: nowMs + trunkDownRecheckMs };
};
