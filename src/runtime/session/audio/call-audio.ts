import type { Conversation } from '../../../conversation/pipeline/index.ts';
import type { CallEnd, RecordingPauseRequest } from '../../../domains/calls/index.ts';
import { counter, type Log, waitAtMost } from '../../../platform/kernel/index.ts';
import type { HearingOptions, MediaSession, SessionSummary } from '../../../telephony/media/index.ts';
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
import { CallRecording } from './call-recording.ts';
import { connectOptions } from './connect-options.ts';
import { EarlyChange } from './early-change.ts';
import type { Listener } from './listener.ts';
import { OwnAudio, type TrunkAudio } from './local-audio.ts';
import { notesOfMedia, observeQuality, recordOfMedia } from './media-record.ts';
import { Presence, type PresenceOptions } from './presence.ts';
import { PressedKeys } from './pressed-keys.ts';

const unrecordedTotal = counter(
  'parley_recordings_not_begun_total',
  'Calls that were carried without their recording, because it could not be begun',
);
/** A media thread that has not finished a session by then lost it. */
const closeMsMax = 5000;

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
  /** Called with the reason when the recording could not be started. The call goes on without it. */
  onUnrecorded: (why: string) => void;
}

/** The audio of one call: its port, the agreement with the other side, its recording, and who hears the caller. */
export class CallAudio {
  readonly #options: CallAudioOptions;
  readonly #keys = new PressedKeys();
  readonly #presence: Presence;
  readonly #own: OwnAudio;
  readonly #recording: CallRecording;
  #media: MediaSession | null = null;
  /** The last request to pause or resume the recording. */
  #pauseRequest: string | null = null;
  #conversation: Conversation | null = null;
  /** What the conversation wants to hear, and who hears the caller instead during a transfer. */
  #hearing: HearingOptions = { audio: false, speech: null };
  #diverted: Listener | null = null;
  /** The last report that the other side puts the call through. */
  #putThrough: Parameters<Conversation['putThrough']> | null = null;
  /** The position where the other side's audio began, or `null` before. */
  #mediaStartedAtMs: number | null = null;
  /** Where the signalling comes from, or `null` before that is known. */
  #signallingAddress: string | null = null;
  /** The agreement with a caller that has not acknowledged our answer, or `null`. */
  #unacknowledged: NegotiatedAudio | null = null;
  readonly #acknowledged = Promise.withResolvers<void>();
  /** Changes of the other side before its answer. */
  readonly early: EarlyChange;
  /** The current agreement, or `null` before the answer. */
  #agreed: NegotiatedAudio | null = null;

  constructor(options: CallAudioOptions) {
    this.#options = options;
    const { environment, callId, trunk, log } = options;
    this.#own = new OwnAudio(environment, trunk);
    this.#recording = new CallRecording(environment, callId, log);
    this.early = new EarlyChange(options.environment.locator);
    this.#presence = new Presence({
      holdTimeoutMs: options.environment.holdTimeoutMs,
      onGone: options.onGone,
      onHold: (isHeld) => this.#heldOrNot(isHeld),
    });
  }

  /** Uses this trunk's settings for the next offer. */
  useTrunk(trunk: TrunkAudio): void {
    this.#own.useTrunk(trunk);
  }

  get session(): MediaSession {
    if (!this.#media) throw new Error('the call has no media session');
    return this.#media;
  }

  get recordingFile(): string | null {
    return this.#recording.file;
  }

  /** Whether the call is recorded, a pause aside: the recording was started, and the disk has room. */
  get isRecorded(): boolean {
    return this.#recording.file !== null && this.session.isRecorded;
  }

  /** Binds the port of the call's audio, and starts a recording when one is wanted. Rejects when there is no port. */
  async open(isRecorded: boolean): Promise<void> {
    const open = (path: string | null) => this.#openSession(path);
    const onUnrecorded = (why: string): void => {
      unrecordedTotal.inc();
      this.#options.onUnrecorded(why);
    };
    this.#media = await (isRecorded ? this.#recording.open(open, onUnrecorded) : open(null));
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

  /** Returns our side of the audio, for an offer or an answer. */
  local(): LocalAudio {
    return this.#own.next(this.session.localPort);
  }

  /** Sets the IP address that the signalling comes from. */
  signalledFrom(address: string): void {
    this.#signallingAddress = address;
  }

  /**
   * Starts audio, or changes it. A caller that has not acknowledged our answer receives next to nothing until it does, or
   * until it sends audio itself.
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

  /** Notes that the other side acknowledged our answer. */
  acknowledged(): void {
    this.#acknowledged.resolve();
    if (this.#unacknowledged) this.connect(this.#unacknowledged);
  }

  /** Connects early media by an early answer to our offer. The final answer may differ. */
  connectEarly(answer: string): void {
    const known = this.#options.environment.locator.withKnownAddresses(answer);
    const negotiation = readAnswer(known, this.#own.lastOffered(this.session.localPort));
    if (negotiation.ok) this.session.connectEarly(connectOptions(negotiation.audio, this.#signallingAddress));
  }

  /** Returns our side of the audio as an offer, against which the answer is read. */
  offer(): LocalAudio {
    return this.#own.offer(this.session.localPort);
  }

  /** Answers an offer that changes the audio (hold, another address), also before the answer. `null` refuses it. */
  answerChange(offer: string): string | null {
    // This cannot wait for a lookup: only names that the call began with are known.
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

  /** Takes the answer to our last offer within the call: one that was asked for, or a refresh (RFC 4028 §7.4). */
  acceptChange(answer: string): void {
    const known = this.#options.environment.locator.withKnownAddresses(answer);
    const negotiation = readAnswer(known, this.#own.lastOffered(this.session.localPort));
    const audio = negotiation.ok ? negotiation.audio : this.#agreed && readSwitchedOff(known, this.#agreed);
    if (audio) this.connect(audio);
  }

  /** Takes a key press that came by SIP INFO. */
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

  /** Gives the line to a conversation, which wants to hear `hearing`. */
  give(conversation: Conversation, hearing: HearingOptions): void {
    this.#conversation = conversation;
    this.#hearing = hearing;
    if (this.#mediaStartedAtMs !== null) conversation.mediaStarted(this.#mediaStartedAtMs);
    if (this.#presence.isHeld) this.#heldOrNot(true);
    if (this.#putThrough) conversation.putThrough(...this.#putThrough);
  }

  /** Reports that the other side puts the call through; see Conversation. */
  putThrough(isPending: boolean, connectedTo?: string): void {
    this.#putThrough = [isPending, connectedTo];
    this.#conversation?.putThrough(...this.#putThrough);
  }

  /** Sends the caller's audio and keys to `listener`, or back to the conversation for `null`. */
  divert(listener: Listener | null): void {
    this.#diverted = listener;
    this.#listen();
  }

  /** While we are on hold, the other side may send music, which the conversation must not hear. */
  #heldOrNot(isHeld: boolean): void {
    this.#options.log.info({ isHeld }, 'the hold of the call changed');
    this.#conversation?.held(isHeld);
    this.#listen();
  }

  #listen(): void {
    if (this.#diverted) this.session.listen({ audio: true, speech: null });
    else this.session.listen(this.#presence.isHeld ? { audio: false, speech: null } : this.#hearing);
  }

  /** Pauses or resumes the recording, once for each request. */
  pauseRecording({ request, paused }: RecordingPauseRequest): void {
    if (!this.#media || request === this.#pauseRequest) return;
    this.#pauseRequest = request;
    this.#media.pauseRecording(paused);
    this.#options.log.info({ requestId: request, paused }, 'the recording was paused or resumed');
  }

  /** Ends a running recording for this reason. The call goes on. */
  endRecording(why: string): void {
    this.#media?.endRecording(why);
  }

  /** Ends the audio, and returns what the record keeps of it. Removes the recording of an unanswered call. */
  async close(isAnswered: boolean): Promise<Pick<CallEnd, 'recordingFile' | 'quality' | 'notes'>> {
    this.#presence.close();
    const summary = this.#media && (await this.#closeSession(this.#media));
    if (!isAnswered) await this.#recording.remove();
    if (!isAnswered || !summary) return summary ? { notes: notesOfMedia(summary) } : {};
    observeQuality(summary);
    return { recordingFile: summary.recording && this.#recording.file, ...recordOfMedia(summary) };
  }

  /** Returns `null` when the media thread does not answer. */
  async #closeSession(media: MediaSession): Promise<SessionSummary | null> {
    const closed = media.close().catch(() => null);
    const summary = await waitAtMost(closed, closeMsMax);
    if (summary !== undefined) return summary;
    this.#options.log.error('the media thread did not end the audio of a call in time');
    return null;
  }
}
