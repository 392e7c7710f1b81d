import {
  type CallEnd,
  finishHandover,
  type HeldCall,
  type ReservedCall,
  type ReturnedCall,
  returnCall,
} from '../../../domains/calls/index.ts';
import { delay, histogram, monotonicMs, toError, waitAtMost } from '../../../platform/kernel/index.ts';
import { type AdoptedCall, buildOffer, readAnswer, type SipUserAgent } from '../../../telephony/sip/index.ts';
import { type PreparedAgent, progressOf } from '../../agent-runtime/index.ts';
import type { LiveCall } from '../call/live-call.ts';
import type { CallOffer, MovedCall } from '../call/moved-call.ts';
import type { CallEnvironment } from '../record/call-environment.ts';
import { receiveRecording } from './recording-part.ts';
import { opened } from './sealed-documents.ts';
import { untilAnswered } from './until-answered.ts';

interface TakenCallOptions {
  environment: CallEnvironment;
  agent: SipUserAgent;
  nodeId: string;
  row: ReservedCall;
  offer: CallOffer;
  prepared: PreparedAgent;
  live: LiveCall;
  /** When the call was suspended, on the monotonic clock. */
  takenAtMs: number;
  onOver: (live: LiveCall) => void;
  /** Aborts when this process carries no call any more. */
  signal: AbortSignal;
}

const gapSeconds = histogram(
  'parley_handover_gap_seconds',
  'Time from the suspension of a call by its old process until its new one sent audio',
  [],
  [0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.6, 1, 2, 5],
);

/** The longest wait for the other side's answer to the re-INVITE. */
const answerMsMax = 2_500;
/** The longest wait for how a call ended that the other side does not know any more. */
const endingMsMax = 1_000;
/** The longest wait for the next slice of the recording up to the move. */
const sliceMsMax = 60_000;
/** How long the end of a call waits for that recording, which then goes on arriving. */
const afterEndMsMax = 10_000;

/** A call that this process has taken from another. It goes on here, goes back, or ends. */
export class TakenCall {
  readonly #options: TakenCallOptions;
  /** `null` until its document is open. */
  #moved: MovedCall | null = null;
  /** `null` until the other side is asked. */
  #leg: AdoptedCall | null = null;
  #isPartAwaited = false;

  constructor(options: TakenCallOptions) {
    this.#options = options;
  }

  /**
   * Asks the other side for the call, and carries it to its end. Returns it to its old process when the other side refuses.
   * Rejects when the call cannot go on here; then `giveUp` must follow.
   */
  async carry(document: Buffer): Promise<void> {
    const { environment, row, offer, live } = this.#options;
    const moved = opened(environment.secret, 'document', row, document);
    this.#moved = moved;
    live.adopt(moved);
    live.audio.adopt(moved.audio, () => this.#isPartAwaited);
    // The codec stays, so that the recording has one sample rate.
    const { mediaEncryption } = offer.facts.trunk;
    live.audio.useTrunk({ codecs: [moved.audio.codec.toUpperCase()], mediaEncryption });
    const ours = live.audio.offer();
    live.audio.useTrunk(offer.facts.trunk);
    const leg = this.#adoptLeg(moved);
    const result = await leg.takeOver(buildOffer(ours), answerMsMax);
    const negotiation =
      result.kind === 'taken' ? readAnswer(await environment.locator.withAddresses(result.sdp), ours) : null;
    if (negotiation?.ok) return this.#continue(leg, moved, negotiation.audio);
    const reason = result.kind === 'taken' ? 'no common audio' : result.reason;
    if (result.kind === 'gone') return this.#finishGone(moved, reason);
    return this.#giveBack({
      isUncertain: result.kind !== 'refused',
      reason: `the other side did not accept another process (${reason})`,
    });
  }

  /** Gives up the call, which cannot go on here. */
  async giveUp(reason: string): Promise<void> {
    const { live } = this.#options;
    if (!live.isCarried) return this.#giveBack({ isUncertain: this.#leg !== null, reason });
    live.legs.hangUp();
    await live.finish(unusable(reason));
  }

  #adoptLeg(moved: MovedCall): AdoptedCall {
    const { environment, agent, live, offer } = this.#options;
    const events = eventsOf(environment, live, offer.facts.trunkId, () => this.#leg);
    this.#leg = agent.adopt(moved.dialog, events, offer.facts.credentials ?? undefined);
    if (!this.#leg) throw new Error('the stored dialog of the call cannot be read');
    return this.#leg;
  }

  /** Carries the call, which the other side has accepted, to its end or to its next move. */
  async #continue(
    leg: AdoptedCall,
    moved: MovedCall,
    negotiated: Parameters<LiveCall['audio']['connect']>[0],
  ): Promise<void> {
    const { live, offer, prepared, takenAtMs, onOver } = this.#options;
    const gapMs = monotonicMs() - takenAtMs;
    live.audio.connect(negotiated, true, moved.positionMs + gapMs);
    gapSeconds.observe(gapMs / 1000);
    await live.audio.recording.rename('wav');
    await live.audio.session.started;
    void this.#complete(gapMs);
    const received = this.#receiveRecording(moved, {
      untilMs: moved.positionMs + gapMs,
      ownRateHz: live.audio.session.sampleRateHz,
    });
    const end = await live.carryOn(prepared, leg, offer.direction, offer.facts, moved);
    // The next process receives a recording that is complete: a call does not move before.
    if (end === null) return;
    live.legs.hangUp();
    await waitAtMost(received, afterEndMsMax);
    await live.finish(end);
    onOver(live);
    await received;
  }

  /** Completes the hand-over, after which the old process forgets the call. */
  async #complete(gapMs: number): Promise<void> {
    const { environment, nodeId, row, live } = this.#options;
    const message = `The process ${row.fromNodeId} stopped, and ${nodeId} took the call over in ${Math.round(gapMs)} ms.`;
    live.record.noteFact('handed-over', message);
    try {
      const ending = await untilAnswered(() => finishHandover(environment.db, live.held));
      if (ending) live.endAs(ending);
    } catch (error) {
      live.log.warn({ err: error }, 'a hand-over could not be completed');
    }
  }

  /** Returns the call to its old process. Hangs up and ends it when that process is dead. */
  async #giveBack({ isUncertain, reason }: Omit<ReturnedCall, 'cseq'>): Promise<void> {
    const { environment, agent, live, offer } = this.#options;
    const { held, log } = live;
    const cseq = this.#leg?.cseq ?? 0;
    this.#leg?.release();
    const isReturned = await untilAnswered(() =>
      returnCall(environment.db, held, { cseq, isUncertain, reason }),
    ).catch((error: unknown) => log.error({ err: error }, 'a call could not be returned to its process'));
    if (isReturned) return live.abandon();
    const moved = this.#moved;
    if (moved) {
      const dialog = { ...moved.dialog, ...(cseq > 0 && { localCseq: cseq }) };
      agent.hangUp(dialog, offer.facts.credentials ?? undefined);
    }
    // The old process, or its machine, has the recording.
    await live.audio.recording.remove();
    await live.finish({ ...unusable(`its process died, and ${reason}`), ...(moved && this.#saidIn(moved)) });
  }

  /** Ends the call, which the other side does not know any more, with what was said and recorded before. */
  async #finishGone(moved: MovedCall, reason: string): Promise<void> {
    const { live, onOver } = this.#options;
    this.#leg?.release();
    const end = (await this.#endingOf(live.held).catch(() => null)) ?? gone(reason);
    await live.audio.recording.rename('wav');
    const untilMs = moved.positionMs + endingMsMax;
    const received = this.#receiveRecording(moved, { untilMs, ownRateHz: null });
    await waitAtMost(received, afterEndMsMax);
    await live.finish({ ...end, ...this.#saidIn(moved) });
    onOver(live);
    await received;
  }

  /** Returns how the call has ended at its old process, which may still be writing that. */
  async #endingOf(held: HeldCall): Promise<CallEnd | null> {
    await delay(endingMsMax);
    return finishHandover(this.#options.environment.db, held);
  }

  /** Receives the recording up to a position. `ownRateHz` is `null` when nothing was recorded here. */
  async #receiveRecording(
    { audio: { recording, sampleRateHz } }: MovedCall,
    { untilMs, ownRateHz }: { untilMs: number; ownRateHz: number | null },
  ): Promise<void> {
    const { environment, live, signal } = this.#options;
    if (!recording) return;
    const { path } = live.audio.recording;
    const bytesMax = Math.ceil(untilMs / 20) * (sampleRateHz / 50) * 4;
    this.#isPartAwaited = true;
    try {
      if (ownRateHz !== null && ownRateHz !== sampleRateHz) throw new Error('its sample rate is another one');
      const wholeAtHz = ownRateHz === null ? sampleRateHz : null;
      const part = { path, bytesMax, withinMs: sliceMsMax, wholeAtHz, signal };
      await receiveRecording(environment.db, live.held, part);
    } catch (error) {
      live.log.error({ err: error }, 'the first part of a recording is missing');
      const seconds = (untilMs / 1000).toFixed(1);
      const why = toError(error).message;
      live.record.noteFact(
        'recording-incomplete',
        `The first ${seconds} s of the recording are missing: ${why}.`,
      );
    } finally {
      this.#isPartAwaited = false;
    }
  }

  /** Returns what the call, which ends here, had said at its old process, and who answered it. */
  #saidIn({ conversation, positionMs, answeredBy }: MovedCall): Partial<CallEnd> {
    const timeZeroEpochMs = Date.now() - positionMs - (monotonicMs() - this.#options.takenAtMs);
    return { ...progressOf(conversation, { timeZeroEpochMs }), ...(answeredBy && { answeredBy }) };
  }
}

function eventsOf(
  environment: CallEnvironment,
  live: LiveCall,
  trunkId: string,
  leg: () => AdoptedCall | null,
): Parameters<SipUserAgent['adopt']>[1] {
  const isPast = () => {
    const own = leg();
    return own !== null && live.legs.isPast(own);
  };
  return {
    onEnd({ by, reason }) {
      const own = leg();
      if (own) live.legs.ended(own, () => live.remoteEnded(by, reason));
    },
    onOffer: (offer) => (isPast() ? null : live.audio.answerChange(offer)),
    onOfferAsked: () => (isPast() ? null : buildOffer(live.audio.offer())),
    onLateAnswer: (answer) => live.audio.acceptChange(answer),
    mayReplace: ({ address }) => environment.isOfTrunk(live.held.organizationId, trunkId, address),
    onRefer: (referral) => live.refer(referral),
    onInfo: (contentType, body) => live.audio.receiveInfo(contentType, body),
  };
}

function gone(reason: string): CallEnd {
  const message = `The other side had ended the call when another process took it over (${reason}).`;
  return { status: 'ended', endedBy: 'Customer ended the call', endedReason: 'customer-ended-call', message };
}

function unusable(reason: string): CallEnd {
  const message = `The call could not be carried on: ${reason}.`;
  return { status: 'ended', endedBy: 'System ended the call', endedReason: 'worker-lost', message };
}
