import type { ModelMessage } from '../../../conversation/providers/interfaces/index.ts';
import { UsageMeter } from '../../../conversation/providers/kit/index.ts';
import type { TracedCall } from '../../../conversation/telemetry/index.ts';
import type { CallEnd, CallUsage, HeldCall } from '../../../domains/calls/index.ts';
import { calledOff, counter, type Log, monotonicMs, waitAtMost } from '../../../platform/kernel/index.ts';
import type { IncomingReferral } from '../../../telephony/sip/index.ts';
import type { PreparedAgent } from '../../agent-runtime/index.ts';
import { CallAudio } from '../audio/call-audio.ts';
import { rateOfTrunk, type TrunkAudio } from '../audio/local-audio.ts';
import type { CallEnvironment } from '../record/call-environment.ts';
import { CallRecord } from '../record/call-record.ts';
import { observeLatency } from '../record/observe-latency.ts';
import { CallLegs, type Leg } from '../signalling/call-legs.ts';
import { endOfBye, endOfGone, endOfStop, type StopCause } from '../signalling/sip-outcome.ts';
import { referTo, type TransferParties, transferCall } from '../transfer/index.ts';
import { converseWithWhoAnswered } from './answered-call.ts';

const endedTotal = counter('parley_calls_ended_total', 'Calls that ended here, by reason and SIP status', [
  'reason',
  'sip_code',
]);

/** For `why`. */
const unproven =
  'Neither audio nor a report of the other side had come when the agent began to speak: it may not have been heard.';

/** Whoever is to be put through waits so long for the answer of the call to be on record, which comes before that. */
const recordedMsMax = 5000;

/** Who was put through and is not heard of any more is with somebody else. */
const left = endOfBye('remote', null);

/**
 * One live call, from its media port to its record: what both directions share. Its modes: **opening** (a port is
 * bound), **answered** (audio flows), **over** (the row says how it ended).
 */
export class LiveCall {
  readonly held: HeldCall;
  readonly audio: CallAudio;
  readonly record: CallRecord;
  readonly legs = new CallLegs();
  /** What the agent's providers are used for, from its first message that is spoken while it rings to its end. */
  readonly usage = new UsageMeter();
  readonly log: Log;
  /** The rate that the line will have, by its trunk; null: that is not certain. */
  readonly lineRateHz: number | null;
  readonly #environment: CallEnvironment;
  readonly #ended = Promise.withResolvers<CallEnd>();
  readonly #stopHandlers: (() => void)[] = [];
  #isPutThrough = false;
  /** Connections to others whom the caller was put through to. */
  readonly #legs: CallUsage[] = [];
  /** Resolves when the answer is on record: what is written of an answered call comes after it. */
  #recorded: Promise<void> = Promise.resolve();
  /** When it was answered, on the monotonic clock; null: it is not. */
  #answeredAtMs: number | null = null;
  #stopCause: StopCause | null = null;
  readonly #gone = new AbortController();

  constructor(environment: CallEnvironment, held: HeldCall, trunk: TrunkAudio) {
    const { organizationId, callId } = held;
    this.#environment = environment;
    this.held = held;
    this.lineRateHz = rateOfTrunk(trunk);
    this.log = environment.log.child({ organizationId, callId });
    this.record = new CallRecord(environment.db, held, this.log);
    this.audio = new CallAudio({
      environment,
      callId,
      trunk,
      log: this.log,
      onGone: (why) => this.#ended.resolve(this.#isPutThrough ? left : endOfGone(why, environment)),
      onUnrecorded: (why) =>
        this.record.noteFact('recording-unavailable', `The call is not recorded: ${why}.`),
    });
  }

  /** Aborts when the call is over: what was prepared for it is not wanted any more. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Resolves with how it ended, when the other side hangs up or the SIP layer loses it. */
  get ended(): Promise<CallEnd> {
    return this.#ended.promise;
  }

  /** Why the call is being stopped by us; null when it is not. */
  get stopCause(): StopCause | null {
    return this.#stopCause;
  }

  /**
   * Binds the port of the call's audio, and begins its recording if the agent wants one: without the other side where
   * that is to be told before.
   */
  async open({ agent }: Pick<PreparedAgent, 'agent'>): Promise<void> {
    const { recording } = agent.conversation;
    await this.audio.open(recording !== 'off');
    if (recording === 'announced') this.audio.session.recordPeer(false);
  }

  /** Stops the call from our side; unanswered, `onStop` gives it up. */
  stop(cause: StopCause): void {
    if (this.#stopCause !== null) return;
    this.#stopCause = cause;
    for (const handler of this.#stopHandlers) handler();
    if (this.#answeredAtMs !== null) this.#ended.resolve(endOfStop(cause, true));
  }

  /** Calls `handler` when the call is stopped, at once if it has been. */
  onStop(handler: () => void): void {
    this.#stopHandlers.push(handler);
    if (this.#stopCause !== null) handler();
  }

  /** The other side asks us to call somebody in its place. */
  refer(referral: IncomingReferral): void {
    const { held, log, audio, record, legs, gone } = this;
    const environment = this.#environment;
    const remoteEnded: LiveCall['remoteEnded'] = (by, reason) => this.remoteEnded(by, reason);
    const recorded = waitAtMost(this.#recorded, recordedMsMax, gone);
    referTo({ environment, held, log, audio, record, recorded, legs, gone, remoteEnded }, referral);
  }

  /** The other side hung up, or the SIP layer lost it. */
  remoteEnded(by: 'remote' | 'system', reason: string | null): void {
    this.#ended.resolve(endOfBye(by, reason));
  }

  /** Carries the answered call to its end and returns that. */
  async carryOn(prepared: PreparedAgent, leg: Leg, direction: TracedCall['direction']): Promise<CallEnd> {
    const startedEpochMs = Date.now();
    this.legs.answered(leg);
    this.#answeredAtMs = monotonicMs();
    if (this.#stopCause !== null) this.#ended.resolve(endOfStop(this.#stopCause, true));
    const { audio, record } = this;
    const facts = { recordingFile: audio.recordingFile, dialog: leg.dialog };
    const marked = record.answered(this.#answeredAtMs, facts, () => this.stop('taken-over'));
    this.#recorded = marked;
    const end = await converseWithWhoAnswered({
      media: audio.session,
      // Nobody is told of a recording that there is not.
      prepared: audio.isRecorded ? prepared : { ...prepared, announcement: null },
      carryOut: async ({ destination }, said, signal) => {
        await waitAtMost(marked, recordedMsMax, signal);
        return transferCall(this.#partiesOf(prepared, said, signal), destination);
      },
      log: this.log,
      ended: this.#ended.promise,
      detects: direction === 'outbound' && prepared.agent.conversation.answerDetection === 'on',
      divert: (listener) => audio.divert(listener),
      gone: this.#gone.signal,
      onAnsweredBy: (by) => record.noteAnsweredBy(by, marked),
      onStarted: (conversation, hearing) => audio.give(conversation, hearing),
      onFact: (reason, message) => void marked.then(() => record.noteFact(reason, message)),
      onUnproven: () => record.noteFact('media-unproven', unproven),
      onProgress: (read) =>
        this.#environment.checkpoints.mark(this.held, () => ({ ...read(), usage: this.usage.sums() })),
    });
    record.over();
    observeLatency(end.turns ?? []);
    await marked;
    const isForwarded = this.#isPutThrough && end.endedReason === left.endedReason;
    const endedReason = isForwarded ? 'assistant-forwarded-call' : end.endedReason;
    const { organizationId, callId } = this.held;
    this.#environment.trace({
      organizationId,
      callId,
      agentId: prepared.agent.agentId,
      direction,
      endedReason,
      isFailure: endedReason === 'provider-error',
      startedEpochMs,
      endedEpochMs: Date.now(),
      timeZeroEpochMs: audio.session.timeZeroEpochMs,
      turns: end.turns ?? [],
    });
    return { ...end, endedReason };
  }

  #partiesOf(prepared: PreparedAgent, said: readonly ModelMessage[], signal: AbortSignal): TransferParties {
    const { held, log, audio } = this;
    const leg = this.legs.current;
    const divert: TransferParties['divert'] = (listener) => audio.divert(listener);
    const environment = this.#environment;
    const onConnected = () => void (this.#isPutThrough = true);
    const onTakenBack = () => void (this.#isPutThrough = false);
    const onLegOver: TransferParties['onLegOver'] = ({ trunkId, connectedMs }) =>
      void this.#legs.push({ kind: 'telephony', provider: trunkId, direction: 'outbound', connectedMs });
    return {
      environment,
      held,
      log,
      prepared,
      leg,
      media: audio.session,
      said,
      signal,
      divert,
      onConnected,
      onTakenBack,
      onLegOver,
    };
  }

  /** Lets go of a call that is not dialed here: its row is not touched. */
  async abandon(): Promise<void> {
    this.#gone.abort(calledOff);
    await this.audio.close(false);
  }

  /** Closes the audio and records how the call ended, however long the database is away. */
  async finish(end: CallEnd): Promise<void> {
    const endedAtMs = monotonicMs();
    this.#gone.abort(calledOff);
    this.#environment.checkpoints.forget(this.held.callId);
    const ofMedia = await this.audio.close(this.#answeredAtMs !== null);
    const used = { usage: [...this.usage.sums(), ...this.#legs] };
    await this.record.ended({ ...end, ...ofMedia, ...used }, endedAtMs, this.#answeredAtMs);
    endedTotal.inc({ reason: end.endedReason, sip_code: String(end.sipCode ?? 'none') });
    this.log.info({ endedReason: end.endedReason, sipCode: end.sipCode ?? undefined }, 'the call ended');
    this.#environment.onEnded();
  }
}
