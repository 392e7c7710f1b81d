import type { CallEnd } from '../../domains/calls/index.ts';
import { endOfFailure } from '../../runtime/session/index.ts';
import type { Answerer, Fate } from '../carrier/fate.ts';

/** The outcome of a call that is not stopped. Times count from the INVITE. */
export interface Outcome {
  /** `null` when the call is not answered. */
  answeredAfterMs: number | null;
  endedAfterMs: number;
  ending: Pick<
    CallEnd,
    'status' | 'endedBy' | 'endedReason' | 'sipCode' | 'sipReason' | 'message' | 'answeredBy'
  >;
}

/** Timer B, which gives up an INVITE without a response (RFC 3261 §17.1.1.2). */
const timerBMs = 32_000;

/** Returns the outcome of a call for a caller that gives up after `noAnswerMs`. */
export function outcomeOf(fate: Fate, noAnswerMs: number): Outcome {
  if (fate.kind === 'lost') {
    return { answeredAfterMs: null, endedAfterMs: timerBMs, ending: endOf('timeout', null, 'no answer') };
  }
  const settledMs = fate.setupMs + (fate.ringMs ?? 0);
  if (settledMs > noAnswerMs) {
    return {
      answeredAfterMs: null,
      endedAfterMs: noAnswerMs,
      ending: endOf('no-answer', null, 'not answered'),
    };
  }
  if (fate.kind === 'refused') {
    return {
      answeredAfterMs: null,
      endedAfterMs: settledMs,
      ending: endOf('rejected', fate.code, fate.reason),
    };
  }
  const endedAfterMs = settledMs + fate.connectedMs;
  return { answeredAfterMs: settledMs, endedAfterMs, ending: endOfAnswered(fate.by, fate.hangsUp) };
}

function endOf(kind: 'timeout' | 'no-answer' | 'rejected', code: number | null, reason: string): CallEnd {
  return endOfFailure({ kind, code, reason, reasonHeader: null, sent: true });
}

function endOfAnswered(by: Answerer, hangsUp: 'customer' | 'caller'): Outcome['ending'] {
  const answeredBy = { kind: by, decidedAtMs: 1000, reason: 'simulated' };
  const status = 'ended';
  if (by === 'voicemail') {
    const message = 'An answering machine answered.';
    return { status, endedBy: 'Agent ended the call', endedReason: 'voicemail', message, answeredBy };
  }
  return hangsUp === 'customer'
    ? {
        status,
        endedBy: 'Customer ended the call',
        endedReason: 'customer-ended-call',
        answeredBy,
        message: 'The other side hung up.',
      }
    : {
        status,
        endedBy: 'Agent ended the call',
        endedReason: 'assistant-ended-call',
        answeredBy,
        message: 'The agent hung up.',
      };
}
