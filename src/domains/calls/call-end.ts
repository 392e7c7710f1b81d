import type { RetryOutcome } from '../retry-configs/index.ts';
import type { AnsweredBy } from './answered-by.ts';
import type { CallLatency, CallTurn, CallUsage } from './latency-schemas.ts';
import type { CallQuality } from './quality-schemas.ts';
import type { TranscriptEntry } from './schemas.ts';
import { type CallStatus, type EndedReason, type Ender, liveStatuses, reachingReasons } from './state.ts';

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
  /** The usage of providers, and of other connections. Absent when it is unknown. */
  usage?: CallUsage[];
  quality?: CallQuality;
  answeredBy?: AnsweredBy;
  recordingFile?: string | null;
  /** How long ago the call was answered, if the record does not have it. Null or absent when it was not answered. */
  answeredAgoMs?: number | null;
  /** How long ago the call ended. 0 by default. */
  endedAgoMs?: number;
  /**
   * When the two were counted, on the monotonic clock of this process. The time until the record is locked is added, so
   * that an end which waits for the database keeps its time.
   */
  countedAtMs?: number;
  /** The id of the next attempt, if there is one. A new id by default. */
  retryId?: string;
  /** The outcome for the retry configuration, when it differs from that of the reason. */
  retriedAs?: RetryOutcome;
  /** The trunk never answered the INVITE. The circuits count that as a failure, though the telephone may have rung. */
  isTrunkSilent?: boolean;
  /** Audio stopped coming. If none ever came, the telephone sent none, and no provider is at fault. */
  hasVanished?: boolean;
  /** For `why`: the rule that refused the call before it was dialed. */
  refusal?: string;
  /** For `why`: events to show before the end. */
  notes?: readonly { reason: string; message: string }[];
  /** For `why`. */
  message: string;
}

/**
 * The states and the process from which a call may be ended. `nodeId` is null for a call that no process holds.
 */
export interface EndCondition {
  organizationId: string;
  callId: string;
  from: readonly CallStatus[];
  nodeId: string | null;
}

/** A telephone that is hung up sooner may not have sent its first packet. */
const audioWithinMs = 2000;

/** The reasons of answered calls that need the customer's audio. */
const heardReasons: readonly string[] = [
  ...reachingReasons.filter(
    (reason) => reason !== 'customer-opted-out' && reason !== 'assistant-forwarded-call',
  ),
  'no-person-reached',
];

/**
 * Returns the end of a call that was answered for `answeredMs` as it counts: when no audio of the customer arrived, that is the reason.
 * Keys in SIP INFO are in the transcript, and come without audio.
 */
export function endAsHeard(end: CallEnd, answeredMs: number): CallEnd {
  const needsAudio = heardReasons.includes(end.endedReason) && answeredMs >= audioWithinMs;
  const mayBeUnheard = needsAudio || end.hasVanished === true;
  const isSilent = end.quality?.packetsReceived === 0;
  const hasSaid = end.transcript?.some(({ role }) => role === 'user') ?? false;
  if (!mayBeUnheard || !isSilent || hasSaid) return end;
  return {
    ...end,
    endedReason: 'no-audio-received',
    message: `${end.message} No audio of the customer arrived during the call.`,
  };
}

/** Returns the end of a call that was canceled in the queue. `by` is part of the message. */
export function canceledInQueue(by: string): CallEnd {
  return canceledUndialed(`Canceled ${by} while it waited in the queue.`);
}

/** Returns the end of a call that was canceled after its claim, while the gate judged it or its agent was prepared. */
export function canceledBeforeDialing(by: string): CallEnd {
  return canceledUndialed(`Canceled ${by} when its turn had come, before it was dialed.`);
}

function canceledUndialed(message: string): CallEnd {
  const endedBy = 'System ended the call';
  return { status: 'canceled', endedBy, endedReason: 'manually-canceled', message };
}

/**
 * Returns the end of a call whose process died before it could stop the call on request. The call ends as canceled, as
 * the client that canceled it expects.
 */
export function canceledWithoutProcess(status: CallStatus): CallEnd {
  const isAnswered = status === 'in-progress' || status === 'forwarding';
  return {
    status: isAnswered ? 'ended' : 'canceled',
    endedBy: 'System ended the call',
    endedReason: 'manually-canceled',
    message: `Stopped on request. The process that held the call died before it could stop it${isAnswered ? '' : ', so the call may have been answered'}.`,
  };
}

/** A call that waits in the queue: no process holds it. */
export const queuedOnly = { from: ['queued'], nodeId: null } as const satisfies Partial<EndCondition>;

/** A call that a process holds. */
export const whileLive = liveStatuses;
