import type { Conversation, SuspendedConversation } from '../../../conversation/pipeline/index.ts';
import type { AnsweredBy, CallEnd, CallUsage } from '../../../domains/calls/index.ts';
import { monotonicMs } from '../../../platform/kernel/index.ts';
import { buildOffer } from '../../../telephony/sip/index.ts';
import { type ConverseOptions, converse, type PreparedAgent } from '../../agent-runtime/index.ts';
import type { CallAudio } from '../audio/call-audio.ts';
import type { CallLegs } from '../signalling/call-legs.ts';
import type { CallFacts, CallOffer, MovedCall } from './moved-call.ts';

/** The conversation of an answered call, with what another process needs to continue it. */
interface Conversing extends Pick<CallOffer, 'direction'> {
  conversation: Conversation;
  prepared: PreparedAgent;
  facts: CallFacts;
  answeredBy: AnsweredBy | null;
}

interface HandoverParts {
  audio: CallAudio;
  legs: CallLegs;
  /** Whether the call is neither stopped, nor over, nor connected with a third party. */
  isMovable: () => boolean;
  usage: () => CallUsage[];
  /** On the monotonic clock. */
  answeredAtMs: () => number;
}

/** The parties with which an agent converses. A message for a machine is not moved. */
const movable: ReadonlySet<AnsweredBy['kind']> = new Set([
  ...(['person', 'silence', 'undecided', 'ivr', 'screening'] as const),
]);

/**
 * The hand-over of a live call to another process. Its modes: **carried** by this process; **suspended**, with the
 * conversation in a document and requests of the other side still answered; **left**.
 */
export class CallHandover {
  readonly #parts: HandoverParts;
  #conversing: Conversing | null = null;
  #suspended: { conversation: SuspendedConversation; kept: PromiseWithResolvers<boolean> } | null = null;

  constructor(parts: HandoverParts) {
    this.#parts = parts;
  }

  /** Notes the conversation that carries the call now. */
  conversing(conversing: Conversing): void {
    this.#conversing = conversing;
  }

  /** Whether the call is suspended or left, so that another process may own it. */
  get isSuspended(): boolean {
    return this.#suspended !== null;
  }

  /** Whether neither side speaks or is about to. */
  get isBetweenTurns(): boolean {
    return this.#conversing?.conversation.isBetweenTurns === true;
  }

  /** Returns the offer of the call to other processes; `null` when it cannot be continued by another. */
  offer(): CallOffer | null {
    const conversing = this.#conversing;
    if (!conversing || !this.#parts.isMovable()) return null;
    const { direction, facts, prepared, answeredBy } = conversing;
    if (prepared.providers.speechToSpeech || (answeredBy && !movable.has(answeredBy.kind))) return null;
    const { agent, variables, prompt, takeover } = prepared;
    const isRecorded = this.#parts.audio.recordingFile !== null;
    return { direction, facts, agent, variables, prompt, isRecorded, takeover };
  }

  /**
   * Suspends the call between two turns, and returns it for another process. The other side hears silence, and its requests
   * are answered, until `keep` or `leave`. Returns `null`, and changes nothing, when that is not possible now.
   */
  suspend(): MovedCall | null {
    const { audio, legs, isMovable, usage, answeredAtMs } = this.#parts;
    const conversing = this.#conversing;
    if (!conversing || this.#suspended || legs.isChanging || !isMovable()) return null;
    if (!conversing.conversation.isBetweenTurns) return null;
    const moved = audio.move();
    const leg = legs.current;
    const dialog = moved && leg.move();
    if (!moved || !dialog) return null;
    const conversation = conversing.conversation.suspend();
    if (!conversation) {
      leg.keep(0);
      return null;
    }
    this.#suspended = { conversation, kept: Promise.withResolvers() };
    audio.mute(true);
    audio.hearing.suspend();
    return {
      ...{ dialog, audio: moved, conversation, answeredBy: conversing.answeredBy },
      positionMs: Date.now() - (audio.session.timeZeroEpochMs ?? Date.now()),
      answeredAgoMs: monotonicMs() - answeredAtMs(),
      usage: usage(),
    };
  }

  /** Goes on with a suspended call that no other process continues. `returned` is `null` when none has tried. */
  keep(returned: { cseq: number; isUncertain: boolean } | null): void {
    const suspended = this.#suspended;
    if (!suspended) return;
    this.#suspended = null;
    const { audio, legs } = this.#parts;
    const leg = legs.current;
    leg.keep(returned?.cseq ?? 0);
    audio.mute(false);
    suspended.kept.resolve(true);
    // The other side may send its audio to the other process.
    if (!returned?.isUncertain) return;
    void leg.changeAudio(buildOffer(audio.offer())).then((change) => {
      if (change.ok) audio.acceptChange(change.sdp);
    });
  }

  /** Leaves a suspended call, which another process continues. */
  leave(): void {
    this.#suspended?.kept.resolve(false);
  }

  /** Waits until the suspended call is kept, and resumes its conversation. Resolves with `left` when it is left. */
  async resumeWhenKept(options: ConverseOptions, left: CallEnd): Promise<CallEnd> {
    const { kept, conversation } = this.#suspended!;
    if (!(await kept.promise)) return left;
    const { prepared } = this.#conversing ?? options;
    return resume({ ...options, prepared, resumes: conversation }, null);
  }
}

/** Resumes a conversation that was suspended. */
export async function resume(options: ConverseOptions, answeredBy: AnsweredBy | null): Promise<CallEnd> {
  const end = await converse({ ...options, reached: { startsWith: 'person', heard: '' } });
  return answeredBy ? { ...end, answeredBy } : end;
}
