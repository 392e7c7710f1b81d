import type { StoredEligibilityWebhook } from '../../../domains/organizations/index.ts';
import type { Hold, Verdict } from '../gate/verdict.ts';
import type { EligibilityAnswer } from './answer.ts';

/** While the webhook gives no answer, a call that it holds is looked at again after this. */
const unavailableRecheckMs = 60_000;

/**
 * What becomes of a call after an answer. A call that is dialed without one has a note for `why`; none is ended for good
 * unless the webhook was asked about it. Pure.
 */
export function verdictOf(
  answer: EligibilityAnswer,
  webhook: Pick<StoredEligibilityWebhook, 'whenUnavailable'>,
  nowMs: number,
): Exclude<Verdict, { kind: 'dial' }> | { kind: 'dial'; note: string | null } {
  if (answer.kind === 'eligible') return { kind: 'dial', note: null };
  if (answer.kind === 'ineligible') {
    const { reason, retryAfterSeconds } = answer;
    const said = `The eligibility webhook does not allow the call${reason ? `: ${reason}` : ''}.`;
    if (retryAfterSeconds !== null) return held('not-eligible', said, nowMs + retryAfterSeconds * 1000);
    return { kind: 'refuse', endedReason: 'refused-by-gate', reason: 'not-eligible', message: said };
  }
  const said = `The eligibility webhook could not be asked: ${answer.reason}.`;
  const reason = 'eligibility-unavailable';
  if (webhook.whenUnavailable === 'dial') {
    return { kind: 'dial', note: `${said} The call is dialed without it, as it is set.` };
  }
  if (webhook.whenUnavailable === 'refuse' && answer.kind === 'unavailable') {
    return { kind: 'refuse', endedReason: 'refused-by-gate', reason, message: said };
  }
  return held(reason, said, nowMs + unavailableRecheckMs);
}

/** What becomes of a call whose webhook was set otherwise, or taken away, while it was asked: it is looked at again at once. */
export function setMeanwhile(nowMs: number): Hold {
  const message = 'The eligibility webhook was set otherwise while it was asked.';
  return { kind: 'hold', reason: 'eligibility-unavailable', message, untilMs: nowMs };
}

function held(reason: string, said: string, untilMs: number): Hold {
  const message = `${said} It is looked at next at ${new Date(untilMs).toISOString()}.`;
  return { kind: 'hold', reason, message, untilMs };
}
