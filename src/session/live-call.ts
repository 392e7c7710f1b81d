import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SecretKey } from '../access/index.ts';
import {
  type AnsweredBy,
  type CallEnd,
  endCall,
  type HeldCall,
  markAnswered,
  type RecordingPauseRequest,
  recordEvent,
  whileLive,
} from '../calls/index.ts';
import type { Database } from '../db/index.ts';
import { counter, delay, type Log, makeFolder, monotonicMs } from '../kernel/index.ts';
import type { HearingOptions, MediaSession, MediaWorker } from '../media/index.ts';
import type { Conversation } from '../pipeline/index.ts';
import type { ModelMessage } from '../providers/spec/index.ts';
import {
  answerOffer,
  digitOfInfo,
  type EstablishedCall,
  type LocalAudio,
  type NegotiatedAudio,
  readAnswer,
  type SipUserAgent,
} from '../sip/index.ts';
import type { TracedCall } from '../telemetry/index.ts';
import { converseWithWhoAnswered } from './answered-call.ts';
import { connectOptions } from './connect-options.ts';
import { audioOfTrunk, type TrunkAudio } from './local-audio.ts';
import { observeQuality, recordOfMedia } from './media-record.ts';
import type { AgentEnvironment, PreparedAgent } from './prepare-agent.ts';
import { endOfBye, endOfStop, type StopCause } from './sip-outcome.ts';
import { type Listener, type TransferParties, transferCall } from './transfer/index.ts';

/** What live calls are made of; the same for all calls of a process. */
export interface CallEnvironment extends AgentEnvironment {
  db: Database;
  media: MediaWorker;
  secret: SecretKey;
  log: Log;
  /** The address of our RTP sockets as peers are told it. */
  publicAddress: string;
  recordingsDir: string;
  /** How long an unanswered outbound call rings. */
  noAnswerTimeoutMs: number;
  /** What calls somebody else for a call that is put through. */
  invite: SipUserAgent['invite'];
  /** An answered call is over: it may be traced. */
  trace: (call: TracedCall) => void;
  /** A call ended: its slot is free. */
  onEnded: () => void;
  /** An INVITE through this trunk was not answered at all. */
  onUnanswered: (organizationId: string, trunkId: string, sentAtMs: number) => void;
  /** Whether the trunk's monitor found it there a short while ago; else it is looked at before it is dialed. */
  isTrunkThere: (organizationId: string, trunkId: string) => boolean;
}

const endedTotal = counter('parley_calls_ended_total', 'Calls that ended here, by reason and SIP status', [
  'reason',
  'sip_code',
]);
const inactivityTimeoutMs = 30_000;
/** Within this, the same key by RTP and by INFO is the same press. */
const digitEchoMs = 500;
/** The answer of a call is tried to be recorded again after this. */
const recordAgainMs = 500;

/**
 * One live call, from its media port to its record: what both directions share. Its modes: **opening** (a port is
 * bound), **answered** (audio flows), **over** (the row says how it ended).
 */
export class LiveCall {
  readonly held: HeldCall;
  readonly #environment: CallEnvironment;
  readonly #log: Log;
  readonly #ended = Promise.withResolvers<CallEnd>();
  #audio: ReturnType<typeof audioOfTrunk>;
  readonly #stopHandlers: (() => void)[] = [];
  #media: MediaSession | null = null;
  /** In the folder of recordings; null: the call is not recorded. */
  #recordingFile: string | null = null;
  /** The last request to pause the recording or to let it go on. */
  #pauseRequest: string | null = null;
  #conversation: Conversation | null = null;
  /** What the conversation wants to hear, and who hears the caller instead of it while the call is put through. */
  #hearing: HearingOptions = { audio: false, speech: null };
  #diverted: Listener | null = null;
  #isPutThrough = false;
  /** Where the other side's audio began to flow; null: it has not. */
  #mediaStartedAtMs: number | null = null;
  readonly #sdpSessionId = Date.now();
  #sdpVersion = 1;
  /** When it was answered, on the monotonic clock; null: it is not. */
  #answeredAtMs: number | null = null;
  #isOver = false;
  #stopCause: StopCause | null = null;
  #lastDigit: { digit: string; atMs: number; by: 'rtp' | 'info' } | null = null;
  #noted: Promise<unknown> = Promise.resolve();
  readonly #gone = new AbortController();

  constructor(environment: CallEnvironment, held: HeldCall, trunk: TrunkAudio) {
    this.#environment = environment;
    this.held = held;
    this.#audio = audioOfTrunk(trunk);
    const { organizationId, callId } = held;
    this.#log = environment.log.child({ organizationId, callId });
  }

  /** What the next offer says of the audio is decided by this trunk. */
  useTrunk(trunk: TrunkAudio): void {
    this.#audio = audioOfTrunk(trunk);
  }

  get log(): Log {
    return this.#log;
  }

  /** Does what was asked of the recording, once. */
  pauseRecording({ request, paused }: RecordingPauseRequest): void {
    if (!this.#media || request === this.#pauseRequest) return;
    this.#pauseRequest = request;
    this.#media.pauseRecording(paused);
    this.#log.info({ requestId: request, paused }, 'the recording was asked to pause or to go on');
  }

  /** Aborts when the call is over: what was prepared for it is not wanted any more. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Why the call is being stopped by us; null when it is not. */
  get stopCause(): StopCause | null {
    return this.#stopCause;
  }

  /** Binds the port of the call's audio, and begins its recording if the agent wants one. */
  async open({ agent }: PreparedAgent): Promise<void> {
    const { media } = this.#environment;
    const isRecorded = agent.conversation.recording !== 'off';
    const recordingPath = isRecorded ? await this.#makeRecordingPath() : null;
    this.#media = await media.openSession({
      sessionId: this.held.callId,
      recordingPath,
      inactivityTimeoutMs,
      onMediaStarted: (atMs) => {
        this.#mediaStartedAtMs = atMs;
        this.#conversation?.mediaStarted(atMs);
      },
      onDtmf: ({ digit, atMs }) => this.#hear(digit, atMs, 'rtp'),
      onSpeechStarted: (event) => this.#conversation?.speechStarted(event),
      onSpeechEnded: (event) => this.#conversation?.speechEnded(event),
      onAudio: (event) => {
        if (this.#diverted) this.#diverted.audio(event.pcm, event.atMs);
        else this.#conversation?.audio(event);
      },
      onInactive: () => this.#log.info('no audio has come from the other side for a while'),
    });
  }

  async #makeRecordingPath(): Promise<string> {
    const { recordingsDir } = this.#environment;
    await makeFolder(recordingsDir);
    this.#recordingFile = `${this.held.callId}.wav`;
    const path = join(recordingsDir, this.#recordingFile);
    // What an attempt left behind that came to nothing: an answered call is never dialed again.
    await rm(path, { force: true });
    return path;
  }

  /** Our side of the audio, for an offer or an answer. */
  localAudio(): LocalAudio {
    const port = this.#mediaSession().localPort;
    const address = this.#environment.publicAddress;
    return {
      address,
      port,
      ...this.#audio,
      sessionId: this.#sdpSessionId,
      version: this.#sdpVersion++,
    };
  }

  /** Audio flows from here on, and again when the other side changes it. */
  connect(audio: NegotiatedAudio): void {
    this.#mediaSession().connect(connectOptions(audio));
  }

  /** Answers a changed offer within the call (hold, another address); null refuses it. */
  answerChange(offer: string): string | null {
    const negotiation = answerOffer(offer, this.localAudio());
    if (!negotiation.ok) return null;
    this.connect(negotiation.audio);
    return negotiation.sdp;
  }

  /** The other side answered an offer of ours once more, and maybe otherwise (RFC 4028 §7.4). */
  acceptChange(answer: string, offered: LocalAudio): void {
    const negotiation = readAnswer(answer, offered);
    if (negotiation.ok) this.connect(negotiation.audio);
  }

  /** A key that was told of by SIP INFO counts as one that was heard. */
  receiveInfo(contentType: string, body: string): void {
    const digit = digitOfInfo(contentType, body);
    const zero = this.#media?.timeZeroEpochMs;
    if (digit !== null && zero != null) this.#hear(digit, Date.now() - zero, 'info');
  }

  /** A key that comes both ways is one key. */
  #hear(digit: string, atMs: number, by: 'rtp' | 'info'): void {
    const last = this.#lastDigit;
    this.#lastDigit = { digit, atMs, by };
    const isEcho = last?.digit === digit && last.by !== by && Math.abs(atMs - last.atMs) < digitEchoMs;
    if (isEcho) return;
    if (this.#diverted) this.#diverted.digit(digit);
    else this.#conversation?.dtmf({ digit, atMs });
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

  /** Records something of the call for `why`: one after the other, before the answer and before the end. */
  note(work: () => Promise<void>): void {
    this.#noted = this.#noted.then(work);
  }

  /** The other side hung up, or the SIP layer lost it. */
  remoteEnded(by: 'remote' | 'system', reason: string | null): void {
    this.#ended.resolve(endOfBye(by, reason));
  }

  /** Carries the answered call to its end and returns that. */
  async carryOn(
    prepared: PreparedAgent,
    leg: EstablishedCall,
    direction: TracedCall['direction'],
  ): Promise<CallEnd> {
    const startedEpochMs = Date.now();
    this.#answeredAtMs = monotonicMs();
    if (this.#stopCause !== null) this.#ended.resolve(endOfStop(this.#stopCause, true));
    const marked = this.#recordAnswer(this.#answeredAtMs);
    const end = await converseWithWhoAnswered({
      media: this.#mediaSession(),
      prepared,
      carryOut: ({ destination }, said, signal) =>
        transferCall(this.#partiesOf(prepared, leg, said, signal), destination),
      log: this.#log,
      ended: this.#ended.promise,
      detects: direction === 'outbound' && prepared.agent.conversation.answerDetection === 'on',
      divert: (listener) => this.#divert(listener),
      gone: this.#gone.signal,
      onAnsweredBy: (by) => this.note(() => this.#noteAnsweredBy(by, marked)),
      onStarted: (conversation, hearing) => {
        this.#conversation = conversation;
        this.#hearing = hearing;
        if (this.#mediaStartedAtMs !== null) conversation.mediaStarted(this.#mediaStartedAtMs);
      },
    });
    this.#isOver = true;
    await marked;
    const isForwarded = this.#isPutThrough && end.endedReason === 'customer-ended-call';
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
      timeZeroEpochMs: this.#mediaSession().timeZeroEpochMs,
      turns: end.turns ?? [],
    });
    return { ...end, endedReason };
  }

  #divert(listener: Listener | null): void {
    this.#diverted = listener;
    this.#mediaSession().listen(listener ? { audio: true, speech: null } : this.#hearing);
  }

  /** For `why`, after the answer is on record. */
  async #noteAnsweredBy({ kind, decidedAtMs, reason }: AnsweredBy, marked: Promise<void>): Promise<void> {
    await marked;
    const { organizationId, callId } = this.held;
    const message = `${(decidedAtMs / 1000).toFixed(1)} s after the answer, by ${reason}.`;
    const event = { decision: 'noted', reason: `answered-by-${kind}`, message } as const;
    await recordEvent(this.#environment.db, organizationId, callId, event).catch((error: unknown) =>
      this.#log.warn({ err: error }, 'who answered could not be recorded'),
    );
  }

  #partiesOf(
    prepared: PreparedAgent,
    leg: EstablishedCall,
    said: readonly ModelMessage[],
    signal: AbortSignal,
  ): TransferParties {
    const media = this.#mediaSession();
    const divert = (listener: Listener | null) => this.#divert(listener);
    const environment = this.#environment;
    const onConnected = () => void (this.#isPutThrough = true);
    const [held, log] = [this.held, this.#log];
    return { environment, held, log, prepared, leg, media, divert, onConnected, said, signal };
  }

  /** Records the answer while the call lasts, however long the database is away; the end records it otherwise. */
  async #recordAnswer(answeredAtMs: number): Promise<void> {
    const { db } = this.#environment;
    await this.#noted;
    while (!this.#isOver) {
      const answer = { recordingFile: this.#recordingFile, agoMs: monotonicMs() - answeredAtMs };
      try {
        // Where another process took the row over, this call is no longer ours to carry on.
        if ((await markAnswered(db, this.held, answer)) === null) this.stop('taken-over');
        return;
      } catch (error) {
        this.#log.error({ err: error }, 'the answer of a call could not be recorded; it is tried again');
        await delay(recordAgainMs);
      }
    }
  }

  /** Lets go of a call that is not dialed here: its row is not touched. */
  async abandon(): Promise<void> {
    await this.#closeMedia();
  }

  /** Closes the audio and records how the call ended, however long the database is away. */
  async finish(end: CallEnd): Promise<void> {
    const endedAtMs = monotonicMs();
    const ofMedia = await this.#closeMedia();
    await this.#noted;
    await this.#recordEnd({ ...end, ...ofMedia }, endedAtMs);
    endedTotal.inc({ reason: end.endedReason, sip_code: String(end.sipCode ?? 'none') });
    this.#log.info({ endedReason: end.endedReason, sipCode: end.sipCode ?? undefined }, 'the call ended');
    this.#environment.onEnded();
  }

  /** What is left on record of the audio; the recording of a call nobody answered is removed. */
  async #closeMedia(): Promise<Pick<CallEnd, 'recordingFile' | 'quality' | 'notes'>> {
    this.#gone.abort();
    const summary = await this.#media?.close().catch(() => null);
    if (this.#answeredAtMs !== null) {
      if (!summary) return {};
      observeQuality(summary);
      return { recordingFile: summary.recording && this.#recordingFile, ...recordOfMedia(summary) };
    }
    if (this.#recordingFile === null) return {};
    const path = join(this.#environment.recordingsDir, this.#recordingFile);
    await rm(path, { force: true }).catch((error: unknown) =>
      this.#log.warn({ err: error }, 'an empty recording could not be removed'),
    );
    return {};
  }

  async #recordEnd(end: CallEnd, endedAtMs: number): Promise<void> {
    const condition = { ...this.held, from: whileLive };
    for (let attempt = 0; ; attempt++) {
      const nowMs = monotonicMs();
      const answeredAgoMs = this.#answeredAtMs === null ? null : nowMs - this.#answeredAtMs;
      const times = { answeredAgoMs, endedAgoMs: nowMs - endedAtMs };
      try {
        const isOurs = await endCall(this.#environment.db, condition, { ...end, ...times });
        if (!isOurs)
          this.#log.warn({ endedReason: end.endedReason }, 'the call was not ours to end any more');
        return;
      } catch (error) {
        this.#log.error(
          { err: error, attempt },
          'the end of a call could not be recorded; it is tried again',
        );
        await delay(Math.min(250 * 2 ** attempt, 5000));
      }
    }
  }

  #mediaSession(): MediaSession {
    if (!this.#media) throw new Error('the call has no media session');
    return this.#media;
  }
}
