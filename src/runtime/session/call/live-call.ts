import type { ModelMessage, ProviderUsage } from '../../../conversation/providers/interfaces/index.ts';
import { UsageMeter } from '../../../conversation/providers/kit/index.ts';
import type { TracedCall } from '../../../conversation/telemetry/index.ts';
import { type CallEnd, type CallUsage, endAsHeard, type HeldCall } from '../../../domains/calls/index.ts';
import { calledOff, counter, type Log, monotonicMs, waitAtMost } from '../../../platform/kernel/index.ts';
import type { IncomingReferral } from '../../../telephony/sip/index.ts';
import type { PreparedAgent } from '../../agent-runtime/index.ts';
import { findVoicemail } from '../../tools/index.ts';
import { CallAudio, rateOfTrunk, type TrunkAudio } from '../audio/call-audio.ts';
import type { CallEnvironment } from '../record/call-environment.ts';
import { CallRecord } from '../record/call-record.ts';
import { observeLatency } from '../record/observe-latency.ts';
import { CallLegs, type Leg } from '../signalling/call-legs.ts';
import { endOfBye, endOfGone, endOfStop, type StopCause } from '../signalling/sip-outcome.ts';
import { findTransferRouting, referTo, type TransferParties, transferCall } from '../transfer/index.ts';
import { type AnsweredCallOptions, converseWithWhoAnswered } from './answered-call.ts';
import { awaitMember, type DialedForTeam } from './await-member.ts';
import { CallControl } from './call-control.ts';
import { CallHandover, resume } from './call-handover.ts';
import { markingTakenOver } from './mark-taken-over.ts';
import type { CallFacts, MovedCall } from './moved-call.ts';
import { TakeOver } from './take-over.ts';

const endedTotal = counter('parley_calls_ended_total', 'Calls that ended here, by reason and SIP status', [
  'reason',
  'sip_code',
]);

const unproven =
  'Neither audio nor a report of the other side had come when the agent began to speak: it may not have been heard.';

/** Maximum wait of a transfer until the answer of the call is stored. */
const recordedMsMax = 5000;

/** The end of a transferred call that is silent, because the caller speaks with another party. */
const left = endOfBye('remote', null);

/**
 * One live call, from its media port to its record, in both directions. Its modes: **opening** (a port is bound),
 * **answered** (audio flows), **over** (the end is on record).
 */
export class LiveCall {
  readonly held: HeldCall;
  /** The team whose members take the call when a person answers; `null` when the agent does. */
  dialedFor: DialedForTeam | null = null;
  readonly audio: CallAudio;
  readonly record: CallRecord;
  readonly legs = new CallLegs();
  /** The usage of the agent's providers, from the first message on, which is synthesized during the ringing. */
  readonly usage: UsageMeter;
  readonly log: Log;
  /** The sample rate of the line by its trunk, or `null` when it depends on the answer. */
  readonly lineRateHz: number | null;
  readonly #environment: CallEnvironment;
  readonly #ended = Promise.withResolvers<CallEnd>();
  readonly #stopHandlers: (() => void)[] = [];
  #isPutThrough = false;
  /** The usage of the second legs that were connected. */
  readonly #legUsage: CallUsage[] = [];
  /** Resolves when the answer is on record. Everything else about an answered call is recorded later. */
  #recorded: Promise<void> = Promise.resolve();
  /** On the monotonic clock, or `null` before the answer. */
  #answeredAtMs: number | null = null;
  /** True when an earlier process answered the call. */
  #hasMoved = false;
  #stopCause: StopCause | null = null;
  #knownRouting: TransferParties['knownRouting'] = null;
  readonly #gone = new AbortController();
  readonly handover: CallHandover;
  /** Carries out the commands of members. */
  readonly control: CallControl;
  /** Lets members speak with the customer in the agent's place. */
  readonly takeOver: TakeOver;
  #isOver = false;
  #isCarried = false;

  constructor(environment: CallEnvironment, held: HeldCall, trunk: TrunkAudio, usage = new UsageMeter()) {
    const { organizationId, callId } = held;
    this.#environment = environment;
    this.held = held;
    this.usage = usage;
    this.lineRateHz = rateOfTrunk(trunk);
    this.log = environment.log.child({ organizationId, callId });
    void this.#ended.promise.then(() => {
      this.#isOver = true;
    });
    this.record = new CallRecord(environment, held, this.log);
    const { legs } = this;
    this.audio = new CallAudio({
      environment,
      callId,
      trunk,
      log: this.log,
      onGone: (why) => this.#ended.resolve(this.#isPutThrough ? left : endOfGone(why, environment)),
      onUnrecorded: (why) =>
        this.record.noteFact('recording-unavailable', `The call is not recorded: ${why}.`),
    });
    this.control = new CallControl({
      ...{ db: environment.db, held, log: this.log },
      end: () => this.stop('requested'),
      onTransfer: () => this.takeOver.transferred(),
    });
    this.takeOver = new TakeOver({
      ...{ control: this.control, hearing: this.audio.hearing, log: this.log, gone: this.gone },
      session: () => this.audio.session,
      onFact: (reason, message) => this.record.noteFact(reason, message),
    });
    this.takeOver.observe(markingTakenOver(environment.db, held, this.log));
    this.handover = new CallHandover({
      ...{ audio: this.audio, legs },
      isMovable: () =>
        this.audio.isRenewable && !this.#isOver && this.#stopCause === null && !this.#isPutThrough,
      usage: () => [...this.usage.sums(), ...this.#legUsage],
      answeredAtMs: () => this.#answeredAtMs ?? monotonicMs(),
    });
  }

  /** Aborts when the call is over. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Resolves with the end when the other side hangs up, the SIP layer loses the call, or it is stopped. */
  get ended(): Promise<CallEnd> {
    return this.#ended.promise;
  }

  /** Why we are stopping the call, or `null`. */
  get stopCause(): StopCause | null {
    return this.#stopCause;
  }

  /**
   * Binds the media port, and begins the recording when the agent wants one. The other side is recorded only after an
   * announcement, when the agent has one.
   */
  async open({ agent }: Pick<PreparedAgent, 'agent'>): Promise<void> {
    const { recording } = agent.conversation;
    await this.audio.open(recording !== 'off');
    if (recording === 'announced') this.audio.session.recordPeer(false);
  }

  /** Stops the call from our side. Handlers of `onStop` cancel an unanswered call. */
  stop(cause: StopCause): void {
    if (this.#stopCause !== null) return;
    this.#stopCause = cause;
    for (const handler of this.#stopHandlers) handler();
    if (this.#answeredAtMs !== null) this.#ended.resolve(endOfStop(cause, true));
  }

  /** Calls `handler` when the call is stopped, or at once when it already is. */
  onStop(handler: () => void): void {
    this.#stopHandlers.push(handler);
    if (this.#stopCause !== null) handler();
  }

  /** Whether a conversation carries the call. */
  get isCarried(): boolean {
    return this.#isCarried;
  }

  /** Whether the call has ended, or is about to. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Ends the call as its old process saw it end. */
  endAs(end: CallEnd): void {
    this.#ended.resolve(end);
  }

  /** Follows a REFER of the other side. */
  refer(referral: IncomingReferral): void {
    const { held, log, audio, record, legs, gone } = this;
    const environment = this.#environment;
    const remoteEnded: LiveCall['remoteEnded'] = (by, reason) => this.remoteEnded(by, reason);
    const recorded = waitAtMost(this.#recorded, recordedMsMax, gone);
    referTo({ environment, held, log, audio, record, recorded, legs, gone, remoteEnded }, referral);
  }

  /** Ends the call after the other side hung up or the SIP layer lost it. */
  remoteEnded(by: 'remote' | 'system', reason: string | null): void {
    this.#ended.resolve(endOfBye(by, reason));
  }

  /**
   * Carries the answered call to its end, and returns the end; `null` when another process continues it. `before` is what an
   * earlier process knew of the call.
   */
  async carryOn(
    prepared: PreparedAgent,
    leg: Leg,
    direction: TracedCall['direction'],
    facts: CallFacts,
    before: MovedCall | null = null,
  ): Promise<CallEnd | null> {
    const startedEpochMs = Date.now();
    const { audio, record, held } = this;
    this.legs.answered(leg);
    this.#isCarried = true;
    if (this.#answeredAtMs === null) this.#answeredAtMs = monotonicMs();
    if (this.#stopCause !== null) this.#ended.resolve(endOfStop(this.#stopCause, true));
    const answer = { recordingFile: audio.recordingFile, dialog: leg.dialog };
    this.#environment.journal.answered(held.callId, answer, this.#answeredAtMs);
    const lost = () => this.stop('taken-over');
    this.#recorded = before ? Promise.resolve() : record.answered(this.#answeredAtMs, answer, lost);
    if (prepared.agent.transferDestinations.length > 0) void this.#readRouting();
    const options = this.#conversationOf(prepared, direction, facts, before);
    const end = await (before ? resume(options, before.answeredBy) : converseWithWhoAnswered(options));
    if (this.handover.isSuspended) return null;
    record.over();
    observeLatency(end.turns ?? []);
    await this.#recorded;
    const isForwarded = this.#isPutThrough && end.endedReason === left.endedReason;
    const endedReason = isForwarded ? 'assistant-forwarded-call' : end.endedReason;
    const { organizationId, callId } = held;
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

  /** Reads the way of a transfer at the answer, because the database may be away when it is wanted. */
  async #readRouting(): Promise<void> {
    this.#knownRouting = await findTransferRouting(this.#environment.db, this.held).catch(() => null);
  }

  /** Returns the conversation of the answered call. */
  #conversationOf(
    prepared: PreparedAgent,
    direction: TracedCall['direction'],
    facts: CallFacts,
    before: MovedCall | null,
  ): AnsweredCallOptions {
    const { audio, record, log, held, handover, control } = this;
    const marked = this.#recorded;
    const readRouting = () => this.#readRouting();
    let answeredBy = before?.answeredBy ?? null;
    const options: AnsweredCallOptions = {
      media: audio.session,
      // Without a recording there is nothing to announce.
      prepared: audio.isRecorded ? prepared : { ...prepared, announcement: null },
      carryOut: async ({ destination }, said, signal, speaking) => {
        await waitAtMost(marked, recordedMsMax, signal);
        return transferCall(this.#partiesOf(speaking, said, signal), destination);
      },
      log,
      ended: this.#ended.promise,
      isOutbound: direction === 'outbound',
      detects: direction === 'outbound' && prepared.agent.conversation.answerDetection === 'on',
      divert: (listener) => audio.hearing.divert(listener),
      gone: this.#gone.signal,
      awaitMember: this.dialedFor === null ? null : () => this.#awaitMember(this.dialedFor!),
      findVoicemail: () =>
        findVoicemail(this.#environment.db, { ...prepared, organizationId: held.organizationId }, (error) =>
          log.warn({ err: error }, 'the sound of the voicemail message could not be loaded'),
        ),
      onAnsweredBy(by) {
        answeredBy = by;
        record.noteAnsweredBy(by, marked);
      },
      onHandOver: () => audio.hearing.suspend(),
      onStarted(conversation, hearing, used) {
        if (used.takeover && used.agent.transferDestinations.length > 0) void readRouting();
        control.give(conversation, used);
        handover.conversing({ conversation, prepared: used, direction, facts, answeredBy });
        audio.hearing.give(conversation, hearing);
      },
      resumes: before?.conversation,
      onSuspended: () => handover.resumeWhenKept(options, left),
      onAgentChange: (change) => record.noteAgentChange(change, marked),
      onFact: (reason, message) => void marked.then(() => record.noteFact(reason, message)),
      onFlow: (change, agentId) => record.noteFlow({ change, agentId }, marked),
      onUnproven: () => record.noteFact('media-unproven', unproven),
      onProgress: (read) =>
        this.#environment.checkpoints.mark(held, () => ({ ...read(), usage: this.usage.sums() })),
    };
    return options;
  }

  #awaitMember(dialedFor: DialedForTeam) {
    const { held, takeOver, gone, log } = this;
    const onFact = (reason: string, message: string) => this.record.noteFact(reason, message);
    return awaitMember({ db: this.#environment.db, held, dialedFor, takeOver, gone, onFact, log });
  }

  /** Continues the record of a call that an earlier process answered: its duration and its usage. */
  adopt(before: MovedCall): void {
    this.#hasMoved = true;
    this.#answeredAtMs = monotonicMs() - before.answeredAgoMs;
    for (const used of before.usage) {
      const { kind, provider, model = null } = used;
      if (kind === 'telephony') this.#legUsage.push(used);
      else this.usage.of(used).add({ kind, provider, model }, used as ProviderUsage, used.estimated);
    }
  }

  #partiesOf(prepared: PreparedAgent, said: readonly ModelMessage[], signal: AbortSignal): TransferParties {
    const { held, log, audio } = this;
    const leg = this.legs.current;
    const divert: TransferParties['divert'] = (listener) => audio.hearing.divert(listener);
    const environment = this.#environment;
    const onConnected = () => void (this.#isPutThrough = true);
    const onTakenBack = () => void (this.#isPutThrough = false);
    const onLegOver: TransferParties['onLegOver'] = ({ trunkId, connectedMs }) =>
      void this.#legUsage.push({ kind: 'telephony', provider: trunkId, direction: 'outbound', connectedMs });
    return {
      environment,
      held,
      log,
      prepared,
      leg,
      media: audio.session,
      takeOver: this.takeOver,
      said,
      signal,
      divert,
      knownRouting: this.#knownRouting,
      onConnected,
      onTakenBack,
      onLegOver,
    };
  }

  /** Closes a call that this process does not dial. Its row is not changed. */
  async abandon(): Promise<void> {
    this.#gone.abort(calledOff);
    this.#environment.journal.over(this.held.callId, null);
    await this.audio.close(false);
  }

  /** Closes a call that another process continues, without a BYE. */
  async closeMoved(): Promise<void> {
    this.legs.current.release();
    this.#gone.abort(calledOff);
    this.#environment.checkpoints.forget(this.held.callId);
    this.#environment.journal.over(this.held.callId, null);
    await this.audio.close(true);
  }

  /** Closes the audio and records the end of the call. Retries while the database is unavailable. */
  async finish(end: CallEnd): Promise<void> {
    const endedAtMs = monotonicMs();
    this.#gone.abort(calledOff);
    this.#environment.checkpoints.forget(this.held.callId);
    const ofMedia = await this.audio.close(this.#answeredAtMs !== null);
    const used = { usage: [...this.usage.sums(), ...this.#legUsage] };
    const ended = { ...end, ...ofMedia, ...used };
    // Whether the customer was heard before a move is not known.
    const answeredAtMs = this.#answeredAtMs;
    const ending = this.#hasMoved ? ended : endAsHeard(ended, endedAtMs - (answeredAtMs ?? endedAtMs));
    this.#environment.journal.over(this.held.callId, { ending, atMs: endedAtMs, answeredAtMs });
    await this.record.ended(ending, endedAtMs, answeredAtMs);
    endedTotal.inc({ reason: ending.endedReason, sip_code: String(end.sipCode ?? 'none') });
    this.log.info({ endedReason: ending.endedReason, sipCode: end.sipCode ?? undefined }, 'the call ended');
    this.#environment.onEnded();
  }
}
