import type { CallEnd, RecordingPauseRequest } from '../../../domains/calls/index.ts';
import { counter, type Log, waitAtMost } from '../../../platform/kernel/index.ts';
import {
  type ConnectOptions,
  type MediaSession,
  type SessionSummary,
  telephoneRateHz,
} from '../../../telephony/media/index.ts';
import {
  answerOffer,
  answerSwitchedOff,
  digitOfInfo,
  type LocalAudio,
  type NegotiatedAudio,
  newSrtpKeys,
  readAnswer,
  readSwitchedOff,
  type AudioCodec as SdpCodec,
} from '../../../telephony/sip/index.ts';
import type { CallEnvironment } from '../record/call-environment.ts';
import { CallHearing } from './call-hearing.ts';
import { CallRecording } from './call-recording.ts';
import { connectOptions } from './connect-options.ts';
import { EarlyChange } from './early-change.ts';
import { notesOfMedia, observeQuality, recordOfMedia } from './media-record.ts';
import { Presence, type PresenceOptions } from './presence.ts';

const unrecordedTotal = counter(
  'parley_recordings_not_begun_total',
  'Calls that were carried without their recording, because it could not be begun',
);
/** Maximum wait for the media thread to close a session. */
const closeMsMax = 5000;

/** A trunk's settings for the audio of its calls. */
export interface TrunkAudio {
  /** The codecs as the trunk's setting names them, in upper case. */
  codecs: readonly string[];
  mediaEncryption: 'off' | 'optional' | 'required';
}

/** The o= line of a session description (RFC 4566 §5.2). */
type DescriptionOrigin = Pick<LocalAudio, 'originAddress' | 'sessionId' | 'version'>;

/** The audio of a call that another process continues. Plain data. */
export interface MovedAudio {
  origin: DescriptionOrigin;
  codec: SdpCodec;
  signallingAddress: string | null;
  sampleRateHz: number;
  /** `null` for a call that is not recorded. */
  recording: MediaSession['recordingState'] | null;
}

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
  /** Called with the reason when the recording cannot be started. The call continues without it. */
  onUnrecorded: (why: string) => void;
}

/**
 * The audio of one call: its port, the agreement with the other side, its recording, and the receiver of its audio.
 */
export class CallAudio {
  /** The receivers of the caller's audio. */
  readonly hearing: CallHearing;
  /** Changes of the other side before its answer. */
  readonly early: EarlyChange;
  readonly #options: CallAudioOptions;
  readonly #presence: Presence;
  readonly #recording: CallRecording;
  #media: MediaSession | null = null;
  /** The last request to pause or resume the recording. */
  #pauseRequest: string | null = null;
  /** The trunk's part of our session descriptions. */
  #ofTrunk: ReturnType<typeof audioOfTrunk>;
  /** The o= line of our descriptions. Each has a higher version than the previous one. */
  #origin: DescriptionOrigin = { sessionId: Date.now(), version: 0 };
  /** Our last offer, or `null` before. */
  #offered: LocalAudio | null = null;
  /** The source of the signalling, or `null` before that is known. */
  #signallingAddress: string | null = null;
  /** The agreement with a caller that has not acknowledged our answer, or `null`. */
  #unacknowledged: NegotiatedAudio | null = null;
  readonly #acknowledged = Promise.withResolvers<void>();
  /** The current agreement, or `null` before the answer. */
  #agreed: NegotiatedAudio | null = null;

  constructor(options: CallAudioOptions) {
    this.#options = options;
    const { environment, callId, trunk, log } = options;
    this.#ofTrunk = audioOfTrunk(trunk);
    this.#recording = new CallRecording(environment, callId, log);
    this.early = new EarlyChange(options.environment.locator);
    this.hearing = new CallHearing(log, (hearing) => this.session.listen(hearing));
    this.#presence = new Presence({
      holdTimeoutMs: options.environment.holdTimeoutMs,
      onGone: options.onGone,
      onHold: (isHeld) => this.hearing.held(isHeld),
    });
  }

  /** Uses this trunk's settings for the next offer. */
  useTrunk(trunk: TrunkAudio): void {
    this.#ofTrunk = audioOfTrunk(trunk);
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
      onMediaStarted: (atMs) => this.hearing.mediaStarted(atMs),
      onDtmf: ({ digit, atMs }) => this.hearing.digit(digit, atMs, 'rtp'),
      onSpeechStarted: (event) => this.hearing.speechStarted(event),
      onSpeechPaused: (event) => this.hearing.speechPaused(event),
      onBackground: (event) => this.hearing.backgroundHeard(event),
      onSpeechDoubted: () => this.hearing.speechDoubted(),
      onSpeechContinued: () => this.hearing.speechContinued(),
      onSpeechEnded: (event) => this.hearing.speechEnded(event),
      onAudio: (event) => this.hearing.audio(event),
      onInactive: () => this.#presence.silent(),
    });
  }

  /** Returns our side of the audio, for an offer or an answer. */
  local(): LocalAudio {
    const { locator, publicAddress: address } = this.#options.environment;
    return {
      address,
      port: this.session.localPort,
      ...this.#ofTrunk,
      ...this.#origin,
      version: ++this.#origin.version,
      reaches: (remote) => locator.reaches(remote),
    };
  }

  /** Returns what another process needs to continue the audio; `null` when it cannot be continued now. */
  move(): MovedAudio | null {
    const audio = this.#agreed;
    if (!audio || this.#presence.isHeld || this.#unacknowledged || !this.#media) return null;
    const isRecorded = this.#recording.file !== null;
    if (isRecorded && (!this.#media.isRecorded || this.#isPartAwaited())) return null;
    return {
      origin: { originAddress: this.#options.environment.publicAddress, ...this.#origin },
      codec: audio.codec,
      signallingAddress: this.#signallingAddress,
      sampleRateHz: this.#media.sampleRateHz,
      recording: isRecorded ? this.#media.recordingState : null,
    };
  }

  /** Whether the recording up to the last move has not arrived yet. */
  #isPartAwaited: () => boolean = () => false;

  /** Continues the audio of another process: the next offer has its codec alone, and later ones those of the trunk. */
  adopt(moved: MovedAudio, isPartAwaited: () => boolean): void {
    this.#origin = { ...moved.origin };
    this.#isPartAwaited = isPartAwaited;
    this.#signallingAddress = moved.signallingAddress;
    if (!moved.recording) return;
    this.session.pauseRecording(moved.recording.isPaused);
    this.session.recordPeer(moved.recording.hasPeer);
  }

  /** Sends nothing more, or audio again. The recording goes on. */
  mute(isMuted: boolean): void {
    if (!this.#agreed) return;
    const audio = isMuted ? ({ ...this.#agreed, direction: 'recvonly' } as const) : this.#agreed;
    this.session.connect(connectOptions(audio, this.#signallingAddress));
  }

  /** The file of the recording, for its hand-over. */
  get recording(): Pick<CallRecording, 'path' | 'rename' | 'remove'> {
    return this.#recording;
  }

  /** Sets the IP address that the signalling comes from. */
  signalledFrom(address: string): void {
    this.#signallingAddress = address;
  }

  /**
   * Starts audio, or changes it. A caller that has not acknowledged our answer receives almost nothing until it does, or
   * until it sends audio itself. `positionMs` is where the clock starts, for a call that another process carried before.
   */
  connect(audio: NegotiatedAudio, isAcknowledged = true, positionMs = 0): void {
    this.#agreed = audio;
    this.#unacknowledged = isAcknowledged ? null : audio;
    const options = { ...connectOptions(audio, this.#signallingAddress), isAcknowledged };
    this.session.connect(options, positionMs);
    this.#presence.agreed(audio);
  }

  /** Starts the audio of a WebRTC peer. Its address and keys are not in a description, so no other process can continue it. */
  connectWeb(options: ConnectOptions): void {
    this.session.connect(options);
    this.#presence.agreed({ direction: 'sendrecv' });
  }

  /** Whether the audio was agreed on by descriptions that another process can renew. */
  get isRenewable(): boolean {
    return this.#agreed !== null;
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
    const negotiation = readAnswer(known, this.#offered ?? this.local());
    if (negotiation.ok) this.session.connectEarly(connectOptions(negotiation.audio, this.#signallingAddress));
  }

  /** Returns our side of the audio as an offer, and keeps it to read the answer. */
  offer(): LocalAudio {
    this.#offered = this.local();
    return this.#offered;
  }

  /** Answers an offer that changes the audio (hold, another address), also before the answer. `null` refuses it. */
  answerChange(offer: string): string | null {
    // This cannot wait for a lookup, so only the names from the beginning of the call are known.
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

  /** Handles the answer to our last offer within the call, which was requested or is a refresh (RFC 4028 §7.4). */
  acceptChange(answer: string): void {
    const known = this.#options.environment.locator.withKnownAddresses(answer);
    const negotiation = readAnswer(known, this.#offered ?? this.local());
    const audio = negotiation.ok ? negotiation.audio : this.#agreed && readSwitchedOff(known, this.#agreed);
    if (audio) this.connect(audio);
  }

  /** Takes a key press that came by SIP INFO. */
  receiveInfo(contentType: string, body: string): void {
    const digit = digitOfInfo(contentType, body);
    const zero = this.#media?.timeZeroEpochMs;
    if (digit !== null && zero != null) this.hearing.digit(digit, Date.now() - zero, 'info');
  }

  /** Pauses or resumes the recording, once for each request. */
  pauseRecording({ request, paused }: RecordingPauseRequest): void {
    if (!this.#media || request === this.#pauseRequest) return;
    this.#pauseRequest = request;
    this.#media.pauseRecording(paused);
    this.#options.log.info({ requestId: request, paused }, 'the recording was paused or resumed');
  }

  /** Ends a running recording for this reason. The call continues. */
  endRecording(why: string): void {
    this.#media?.endRecording(why);
  }

  /** Closes the audio and returns its part of the call's record. Removes the recording of an unanswered call. */
  async close(isAnswered: boolean): Promise<Pick<CallEnd, 'recordingFile' | 'quality' | 'notes'>> {
    this.#presence.close();
    const summary = this.#media && (await this.#closeSession(this.#media));
    if (!isAnswered) await this.#recording.remove();
    if (!isAnswered || !summary) return summary ? { notes: notesOfMedia(summary) } : {};
    observeQuality(summary);
    return { recordingFile: summary.recording && this.#recording.file, ...recordOfMedia(summary) };
  }

  /** Closes the session. Returns `null` when the media thread does not answer in time. */
  async #closeSession(media: MediaSession): Promise<SessionSummary | null> {
    const closed = media.close().catch(() => null);
    const summary = await waitAtMost(closed, closeMsMax);
    if (summary !== undefined) return summary;
    this.#options.log.error('the media thread did not end the audio of a call in time');
    return null;
  }
}

/** Returns the sample rate of all calls over the trunk, or `null` when the other side decides it. */
export function rateOfTrunk({ codecs }: Pick<TrunkAudio, 'codecs'>): number | null {
  return codecs.some((codec) => codec !== 'PCMU' && codec !== 'PCMA') ? null : telephoneRateHz;
}

/** Returns the trunk's part of our side of the audio, with new keys for every call. */
export function audioOfTrunk(trunk: TrunkAudio): Pick<LocalAudio, 'codecs' | 'encryption'> {
  const codecs = trunk.codecs.map((codec) => (codec === 'OPUS' ? 'opus' : codec)) as SdpCodec[];
  const mode = trunk.mediaEncryption;
  return mode === 'off' ? { codecs } : { codecs, encryption: { mode, keys: newSrtpKeys() } };
}
