import type { RetryOutcome } from '../retry-configs/index.ts';
import type { AnsweredBy } from './answered-by.ts';
import type { CallLatency, CallTurn, CallUsage } from './latency-schemas.ts';
import type { CallQuality } from './quality-schemas.ts';
import type { TranscriptEntry } from './schemas.ts';
import { type CallStatus, type EndedReason, type Ender, liveStatuses } from './state.ts';

/** How a call ended. */
export interface CallEnd {
  /** `canceled` for a call that was stopped before anyone answered. */
  status: 'ended' | 'canceled';
  endedBy: Ender | null;
  endedReason: EndedReason;
  sipCode?: number | null;
  sipReason?: string | null;
  transcript?: TranscriptEntry[];
  turns?: CallTurn[];
  latency?: CallLatency;
  /** What its providers were used for, and connections beside its own; left out: nobody knows. */
  usage?: CallUsage[];
  quality?: CallQuality;
  answeredBy?: AnsweredBy;
  recordingFile?: string | null;
  /** How long ago it was answered, in case that is not on record; null or left out: it was not. */
  answeredAgoMs?: number | null;
  /** How long ago it ended; 0 unless said otherwise. */
  endedAgoMs?: number;
  /** The id of the next attempt, where there is one; a new one unless it is given. */
  retryId?: string;
  /** The outcome that a retry configuration goes by, where it is not that of the reason. */
  retriedAs?: RetryOutcome;
  /** The trunk never answered the INVITE: what the circuits count as a failure, though it may have rung. */
  isTrunkSilent?: boolean;
  /** For `why`: that it was refused before it was dialed, and why. */
  refusal?: string;
  /** For `why`: what else is to be known, before its end. */
  notes?: readonly { reason: string; message: string }[];
  /** For `why`. */
  message: string;
}

/** Which call may be ended: only in these states, and only when this process (or nobody, null) holds it. */
export interface EndCondition {
  organizationId: string;
  callId: string;
  from: readonly CallStatus[];
  nodeId: string | null;
}

/** How a call ends that was canceled in the queue; `by` in words. */
export function canceledInQueue(by: string): CallEnd {
  return canceledUndialed(`Canceled ${by} while it waited in the queue.`);
}

/** How a call ends that was canceled after its turn had come, while the gate judged it or it was prepared; `by` in words. */
export function canceledBeforeDialing(by: string): CallEnd {
  return canceledUndialed(`Canceled ${by} when its turn had come, before it was dialed.`);
}

function canceledUndialed(message: string): CallEnd {
  const endedBy = 'System ended the call';
  return { status: 'canceled', endedBy, endedReason: 'manually-canceled', message };
}

/**
 * How a call ends whose process was told to stop it and was gone before it did: as it would have ended there, so that
 * whoever canceled it finds it canceled.
 */
export function canceledWithoutProcess(status: CallStatus): CallEnd {
  const isAnswered = status === 'in-progress' || status === 'forwarding';
  return {
    status: isAnswered ? 'ended' : 'canceled',
    endedBy: 'System ended the call',
    endedReason: 'manually-canceled',
    message: `Stopped on request; the process that held the call was gone before it could${isAnswered ? '' : ', so that it may have been answered'}.`,
  };
}

/** A call that no process holds: it waits in the queue. */
export const queuedOnly = { from: ['queued'], nodeId: null } as const satisfies Partial<EndCondition>;

/** A call that a process holds. */
export const whileLive = liveStatuses;
