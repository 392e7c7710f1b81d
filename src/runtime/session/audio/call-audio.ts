import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Conversation } from '../../../conversation/pipeline/index.ts';
import type { CallEnd, RecordingPauseRequest } from '../../../domains/calls/index.ts';
import { counter, type Log } from '../../../platform/kernel/index.ts';
import { type HearingOptions, type MediaSession, RecordingError } from '../../../telephony/media/index.ts';
import {
  answerOffer,
  answerSwitchedOff,
  digitOfInfo,
  type LocalAudio,
  type NegotiatedAudio,
  readAnswer,
  readSwitchedOff,
} from '../../../telephony/sip/index.ts';
import type { CallEnvironment } from '../record/call-environment.ts';
import { clearWay } from './clear-way.ts';
import { closeMedia } from './close-media.ts';
import { connectOptions } from './connect-options.ts';
import { EarlyChange } from './early-change.ts';
import type { Listener } from './listener.ts';
import type { TrunkAudio } from './local-audio.ts';
import { notesOfMedia, observeQuality, recordOfMedia } from './media-record.ts';
import { OwnAudio } from './own-audio.ts';
import { Presence, type PresenceOptions } from './presence.ts';
import { PressedKeys } from './pressed-keys.ts';

const unrecordedTotal = counter(
  'parley_recordings_not_begun_total',
  'Calls that were carried without their recording, because it could not be begun',
);
interface CallAudioOptions {
  environment: Pick<
    CallEnvironment,
    | 'media'
    | 'locator'
    | 'publicAddress'
    | 'recordingsDir'
    | 'recordingShortage'
    | 'mediaTimeoutMs'
    | 'holdTimeoutMs'
  >;
  callId: string;
  trunk: TrunkAudio;
  log: Log;
  onGone: PresenceOptions['onGone'];
  /** The recording could not be begun, for this reason; the call goes on without one. */
  onUnrecorded: (why: string) => void;
}

/**
 * The audio of one call: its port, what was agreed on with the other side, its recording, and who hears the caller.
 */
export class CallAudio {
  readonly #options: CallAudioOptions;
  readonly #keys = new PressedKeys();
  readonly #presence: Presence;
  readonly #own: OwnAudio;
  #media: MediaSession | null = null;
  /** In the folder of recordings; null: the call is not recorded. */
  #recordingFile: string | null = null;
  /** The last request to pause the recording or to let it go on. */
  #pauseRequest: string | null = null;
  #conversation: Conversation | null = null;
  /** What the conversation wants to hear, and who hears the caller instead of it while the call is put through. */
  #hearing: HearingOptions = { audio: false, speech: null };
  #diverted: Listener | null = null;
  /** What was last told of that the other side puts the call through. */
  #putThrough: Parameters<Conversation['putThrough']> | null = null;
  /** Where the other side's audio began to flow; null: it has not. */
  #mediaStartedAtMs: number | null = null;
  /** Where the signalling comes from; null: it is not known yet. */
  #signallingAddress: string | null = null;
  /** What was agreed on with somebody who has not shown yet to have heard of it. */
  #unacknowledged: NegotiatedAudio | null = null;
  readonly #acknowledged = Promise.withResolvers<void>();
  /** What the other side changes before it answers. */
  readonly early: EarlyChange;
  /** What holds; null: the call is not answered. */
  #agreed: NegotiatedAudio | null = null;

  constructor(options: CallAudioOptions) {
    this.#options = options;
    this.#own = new OwnAudio(options.environment, options.trunk);
    this.early = new EarlyChange(options.environment.locator);
    this.#presence = new Presence({
      holdTimeoutMs: options.environment.holdTimeoutMs,
      onGone: options.onGone,
      onHold: (isHeld) => this.#heldOrNot(isHeld),
    });
  }

  /** What the next offer says of the audio is decided by this trunk. */
  useTrunk(trunk: TrunkAudio): void {
    this.#own.useTrunk(trunk);
  }

  get session(): MediaSession {
    if (!this.#media) throw new Error('the call has no media session');
    return this.#media;
  }

  get recordingFile(): string | null {
    return this.#recordingFile;
  }

  /** Whether what is said is recorded, or would be but for a pause: it was begun, and the disk has room. */
  get isRecorded(): boolean {
    return this.#recordingFile !== null && this.session.isRecorded;
  }

  /**
   * Binds the port of the call's audio, and begins its recording if one is wanted. A disk that takes none does not
   * keep anybody from speaking. Rejects where there is no port.
   */
  async open(isRecorded: boolean): Promise<void> {
    const shortage = isRecorded ? this.#options.environment.recordingShortage() : null;
    if (shortage !== null) this.#goUnrecorded(shortage);
    if (!isRecorded || shortage !== null) this.#media = await this.#openSession(null);
    else {
      try {
        this.#media = await this.#openRecorded();
      } catch (error) {
        if (!(error instanceof RecordingError)) throw error;
        this.#options.log.error(
          { err: error },
          'a recording could not be begun; the call goes on without it',
        );
        await this.#removeRecording();
        this.#recordingFile = null;
        this.#goUnrecorded(error.message);
        this.#media = await this.#openSession(null);
      }
    }
  }

  #goUnrecorded(why: string): void {
    unrecordedTotal.inc();
    this.#options.onUnrecorded(why);
  }

  #openSession(recordingPath: string | null): Promise<MediaSession> {
    const { environment, callId } = this.#options;
    return environment.media.openSession({
      sessionId: callId,
      recordingPath,
      inactivityTimeoutMs: environment.mediaTimeoutMs,
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
      onInactive: () => this.#presence.silent(),
    });
  }

  /** The folder and what is in the way are only looked at where the file could not be made: nearly never. */
  async #openRecorded(): Promise<MediaSession> {
    this.#recordingFile = `${this.#options.callId}.wav`;
    const path = join(this.#options.environment.recordingsDir, this.#recordingFile);
    try {
      return await this.#openSession(path);
    } catch (error) {
      if (!(error instanceof RecordingError)) throw error;
    }
    await clearWay(this.#options.environment.recordingsDir, path);
    return this.#openSession(path);
  }

  /** Our side of the audio, for an offer or an answer. */
  local(): LocalAudio {
    return this.#own.next(this.session.localPort);
  }

  /** The other side speaks SIP from this IP address. */
  signalledFrom(address: string): void {
    this.#signallingAddress = address;
  }

  /**
   * Audio flows from here on, and again when the other side changes it. Who has not acknowledged our answer is sent
   * hardly anything until it does, or sends something itself.
   */
  connect(audio: NegotiatedAudio, isAcknowledged = true): void {
    this.#agreed = audio;
    this.#unacknowledged = isAcknowledged ? null : audio;
    this.session.connect({ ...connectOptions(audio, this.#signallingAddress), isAcknowledged });
    this.#presence.agreed(audio);
  }

  /** Resolves once the other side has acknowledged our answer. */
  get acknowledgement(): Promise<void> {
    return this.#acknowledged.promise;
  }

  /** The other side has acknowledged our answer. */
  acknowledged(): void {
    this.#acknowledged.resolve();
    if (this.#unacknowledged) this.connect(this.#unacknowledged);
  }

  /** The other side may be heard before it answers, by what it says to our offer; the answer may say something else. */
  connectEarly(answer: string): void {
    const known = this.#options.environment.locator.withKnownAddresses(answer);
    const negotiation = readAnswer(known, this.#own.lastOffered(this.session.localPort));
    if (negotiation.ok) this.session.connectEarly(connectOptions(negotiation.audio, this.#signallingAddress));
  }

  /** Our side of the audio for an offer, against which the answer is read. */
  offer(): LocalAudio {
    return this.#own.offer(this.session.localPort);
  }

  /** Answers a changed offer within the call (hold, another address), or before its answer; null refuses it. */
  answerChange(offer: string): string | null {
    // Nobody can wait here; the names of a call are those that it began with.
    const known = this.#options.environment.locator.withKnownAddresses(offer);
    const local = this.local();
    const off = this.#agreed && answerSwitchedOff(known, local, this.#agreed);
    const negotiation = off ?? answerOffer(known, local);
    if (!negotiation.ok) return null;
    if (this.#agreed) this.connect(negotiation.audio);
    else {
      this.early.keep(offer, negotiation);
      this.session.connectEarly(connectOptions(negotiation.audio, this.#signallingAddress));
    }
    return negotiation.sdp;
  }

  /** The other side answered the last offer of ours within the call: one that it asked for, or a refresh (RFC 4028 §7.4). */
  acceptChange(answer: string): void {
    const known = this.#options.environment.locator.withKnownAddresses(answer);
    const negotiation = readAnswer(known, this.#own.lastOffered(this.session.localPort));
    const audio = negotiation.ok ? negotiation.audio : this.#agreed && readSwitchedOff(known, this.#agreed);
    if (audio) this.connect(audio);
  }

  /** A key that was told of by SIP INFO counts as one that was heard. */
  receiveInfo(contentType: string, body: string): void {
    const digit = digitOfInfo(contentType, body);
    const zero = this.#media?.timeZeroEpochMs;
    if (digit !== null && zero != null) this.#hear(digit, Date.now() - zero, 'info');
  }

  #hear(digit: string, atMs: number, by: 'rtp' | 'info'): void {
    if (!this.#keys.takes(digit, atMs, by)) return;
    if (this.#diverted) this.#diverted.digit(digit);
    else this.#conversation?.dtmf({ digit, atMs });
  }

  /** What the line tells is for this conversation, which has set what it wants to hear. */
  give(conversation: Conversation, hearing: HearingOptions): void {
    this.#conversation = conversation;
    this.#hearing = hearing;
    if (this.#mediaStartedAtMs !== null) conversation.mediaStarted(this.#mediaStartedAtMs);
    if (this.#presence.isHeld) this.#heldOrNot(true);
    if (this.#putThrough) conversation.putThrough(...this.#putThrough);
  }

  /** The other side puts the call through; see Conversation. */
  putThrough(isPending: boolean, connectedTo?: string): void {
    this.#putThrough = [isPending, connectedTo];
    this.#conversation?.putThrough(...this.#putThrough);
  }

  /** Hands what comes from the caller to somebody else, or (null) to the conversation again. */
  divert(listener: Listener | null): void {
    this.#diverted = listener;
    this.#listen();
  }

  /** Who is on hold hears music, if anything, and nobody talks with that. */
  #heldOrNot(isHeld: boolean): void {
    this.#options.log.info({ isHeld }, 'the other side put the call on hold, or took it back');
    this.#conversation?.held(isHeld);
    this.#listen();
  }

  #listen(): void {
    if (this.#diverted) this.session.listen({ audio: true, speech: null });
    else this.session.listen(this.#presence.isHeld ? { audio: false, speech: null } : this.#hearing);
  }

  /** Does what was asked of the recording, once. */
  pauseRecording({ request, paused }: RecordingPauseRequest): void {
    if (!this.#media || request === this.#pauseRequest) return;
    this.#pauseRequest = request;
    this.#media.pauseRecording(paused);
    this.#options.log.info({ requestId: request, paused }, 'the recording was asked to pause or to go on');
  }

  /** Ends the recording for this reason, if one runs; the call goes on. */
  endRecording(why: string): void {
    this.#media?.endRecording(why);
  }

  /** Ends it; what is left on record of it. The recording of a call nobody answered is removed. */
  async close(isAnswered: boolean): Promise<Pick<CallEnd, 'recordingFile' | 'quality' | 'notes'>> {
    this.#presence.close();
    const summary = this.#media && (await closeMedia(this.#media, this.#options.log));
    if (!isAnswered) await this.#removeRecording();
    if (!isAnswered || !summary) return summary ? { notes: notesOfMedia(summary) } : {};
    observeQuality(summary);
    return { recordingFile: summary.recording && this.#recordingFile, ...recordOfMedia(summary) };
  }

  async #removeRecording(): Promise<void> {
    if (this.#recordingFile === null) return;
    const path = join(this.#options.environment.recordingsDir, this.#recordingFile);
    await rm(path, { force: true }).catch((error: unknown) =>
      this.#options.log.warn({ err: error }, 'an empty recording could not be removed'),
    );
  }
}
