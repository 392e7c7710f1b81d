import type { CallEnd, EndedReason, StopRequest } from '../../../domains/calls/index.ts';
import type { CallFailure, ReclaimedOutcome } from '../../../telephony/sip/index.ts';

/** Final statuses that mean more than a refusal by the trunk (RFC 3261 §21). */
const reasonOfCode: Record<number, EndedReason> = {
  404: 'number-invalid',
  410: 'number-invalid',
  484: 'number-invalid',
  604: 'number-invalid',
  408: 'customer-did-not-answer',
  480: 'customer-did-not-answer',
  486: 'customer-busy',
  600: 'customer-busy',
  603: 'customer-busy',
  // RFC 8197: the customer marked the call as unwanted. It has no retry outcome.
  607: 'customer-opted-out',
};

/** Returns the end of an outbound call that was not answered. */
export function endOfFailure(failure: CallFailure): CallEnd {
  const { kind, code, reason, sent } = failure;
  const ended = (endedReason: EndedReason, message: string): CallEnd => ({
    status: 'ended',
    endedBy: 'System ended the call',
    endedReason,
    sipCode: code,
    sipReason: reason,
    message,
  });
  switch (kind) {
    case 'no-answer':
      return ended('customer-did-not-answer', 'The customer did not answer in time.');
    case 'not-there':
      return ended('trunk-unreachable', `The trunk cannot be reached: ${reason}.`);
    case 'unreachable': {
      if (!sent) return ended('trunk-unreachable', `The trunk cannot be reached: ${reason}.`);
      const lost = `The connection to the trunk was lost before it answered the INVITE: ${reason}`;
      return { ...ended('unknown-outcome', `${lost}. It may have rung all the same.`), isTrunkSilent: true };
    }
    case 'timeout':
      // The INVITE was sent and may have rung: no response says otherwise.
      return {
        ...ended('unknown-outcome', 'The trunk never answered the INVITE, which may have rung all the same.'),
        isTrunkSilent: true,
      };
    case 'canceled':
      return ended('manually-canceled', 'The call was given up before anyone answered.');
    case 'withheld':
      return ended('provider-error', 'The call was not dialed: its permit lapsed.');
    case 'unusable':
      return ended('provider-error', `The call was answered and could not be carried on: ${reason}.`);
    case 'rejected': {
      const endedReason = reasonOfCode[code ?? 0] ?? 'trunk-rejected';
      return ended(endedReason, `The trunk answered ${code} ${reason}.`);
    }
  }
}

/** Returns the end of a call that rang when its process died, and that another process gave up. */
export function endOfReclaimed(outcome: ReclaimedOutcome): CallEnd {
  const died = 'The process that dialed the call died before it heard how that went';
  const endedBy = 'System ended the call';
  if (outcome.kind === 'answered') {
    const message = `${died}; it was answered all the same, and hung up.`;
    return { status: 'ended', endedBy, endedReason: 'worker-lost', message };
  }
  const { code, reason } = outcome;
  // 487 answers our CANCEL: the call was not answered before.
  const endedReason = code === 487 ? 'customer-did-not-answer' : (reasonOfCode[code] ?? 'trunk-rejected');
  const message = `${died}. It was given up before an answer: ${code} ${reason}.`;
  return { status: 'ended', endedBy, endedReason, sipCode: code, sipReason: reason, message };
}

/** The reason why we stop a live call. */
export type StopCause =
  | StopRequest['cause']
  | ('shutdown' | 'media-lost' | 'taken-over')
  | ('number-intercepted' | 'network-intercepted');

const stopMessages: Record<StopCause, Pick<CallEnd, 'endedReason' | 'message' | 'retriedAs'>> = {
  requested: { endedReason: 'manually-canceled', message: 'Stopped on request.' },
  'dialing-off': {
    endedReason: 'manually-canceled',
    message: 'Dialing was switched off for the organization.',
  },
  'campaign-ended': { endedReason: 'campaign-ended', message: 'The campaign ended before anyone answered.' },
  // Its INVITE left and was not repeated with the password in time. It counts as an attempt without an answer.
  'campaign-paused': {
    endedReason: 'manually-canceled',
    retriedAs: 'no-answer',
    message:
      'The campaign was paused before anyone answered. The customer is called again only where a retry configuration of the call lists no-answer and has an attempt left.',
  },
  'number-suppressed': {
    endedReason: 'number-suppressed',
    message: 'The number of the customer was suppressed before anyone answered.',
  },
  shutdown: { endedReason: 'worker-lost', message: 'The process that held the call was shut down.' },
  'taken-over': { endedReason: 'worker-lost', message: 'Another process settled the call.' },
  'number-intercepted': {
    endedReason: 'operator-intercept',
    message: 'Before the answer the network announced that the number cannot be reached.',
  },
  'network-intercepted': {
    endedReason: 'operator-intercept',
    retriedAs: 'failed',
    message: 'Before the answer the network announced that it cannot connect the call.',
  },
  'media-lost': { endedReason: 'worker-lost', message: 'The audio of the call was lost with its thread.' },
};

/** Causes that settle a call before its answer. After the others it is canceled. */
const settling: ReadonlySet<StopCause> = new Set(['number-intercepted', 'network-intercepted']);

/** Returns the end of a call that we stopped. Before the answer it is `canceled`, unless the network intercepted it. */
export function endOfStop(cause: StopCause, isAnswered: boolean): CallEnd {
  const status = isAnswered || settling.has(cause) ? 'ended' : 'canceled';
  return { status, endedBy: 'System ended the call', ...stopMessages[cause] };
}

/** Returns the end of an answered call after the other side hung up or the SIP layer gave it up. */
export function endOfBye(by: 'remote' | 'system', reason: string | null): CallEnd {
  if (by === 'remote') {
    const message = 'The other side hung up.';
    return {
      status: 'ended',
      endedBy: 'Customer ended the call',
      endedReason: 'customer-ended-call',
      message,
    };
  }
  const message = `The connection to the trunk was lost${reason === null ? '' : `: ${reason}`}.`;
  return { status: 'ended', endedBy: 'System ended the call', endedReason: 'provider-error', message };
}

/** Returns the end of an answered call whose other side has stopped sending, or has held the call for too long. */
export function endOfGone(
  why: 'vanished' | 'held',
  { mediaTimeoutMs, holdTimeoutMs }: { mediaTimeoutMs: number; holdTimeoutMs: number },
): CallEnd {
  const endedBy = 'System ended the call';
  if (why === 'held') {
    const message = `The other side had the call on hold for ${holdTimeoutMs / 1000} s.`;
    return { status: 'ended', endedBy, endedReason: 'silence-timed-out', message };
  }
  const message = `Neither audio nor a report of it came for ${mediaTimeoutMs / 1000} s.`;
  return { status: 'ended', endedBy, endedReason: 'provider-error', hasVanished: true, message };
}
