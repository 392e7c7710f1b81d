import { type HearingOptions, interruptingPieceMsMax, pieceMsMax } from '../analysis/hearing.ts';
import { sampleRateOf } from '../codec/codecs.ts';
import { telephoneRateHz, tickMs } from '../codec/pcm.ts';
import type { IceParameters } from '../ice/ice-lite.ts';
import type { Playback } from '../rtp/play-queue.ts';
import { type ConnectOptions, streamParameters } from './connect-options.ts';
import type { SessionMessage, SessionSummary, ToMediaThread } from './worker-protocol.ts';

/** The most audio that may wait in a session, five minutes, and the most pieces of it. */
const waitingSecondsMax = 300;
const waitingPiecesMax = 1_000;

/**
 * The reports of a session. `atMs` is a position on its clock: milliseconds since its time zero. No handler is called
 * after `close` has resolved.
 */
export interface MediaSessionHandlers {
  /** Media flows: the peer's first RTP packet came, or its report (RTCP) that ours arrive. */
  onMediaStarted?(atMs: number): void;
  /** A key was pressed (RFC 4733): one of `0123456789*#ABCD`. */
  onDtmf?(event: { digit: string; atMs: number }): void;
  /** Nothing came for the inactivity timeout. Reported again only after a packet or `connect`. */
  onInactive?(atMs: number): void;
  /**
   * The other side began to speak at `atMs`, which was decided at `decidedAtMs`. This and the next five handlers are called
   * only as `listen` asks for.
   */
  onSpeechStarted?(event: { atMs: number; decidedAtMs: number }): void;
  /** The caller has been silent for `pauseAfterMs`. The speech may go on. */
  onSpeechPaused?(event: { atMs: number; decidedAtMs: number }): void;
  /** A voice over played audio is too soft to be the caller's: other people, a television, or an echo. */
  onBackground?(event: { atMs: number; decidedAtMs: number }): void;
  /** What was taken for speech goes on, and is none by its sound. */
  onSpeechDoubted?(event: { atMs: number; decidedAtMs: number }): void;
  /** The caller goes on after a pause, or speaks after such a sound. */
  onSpeechContinued?(event: { atMs: number; decidedAtMs: number }): void;
  /** The other side has not spoken since `atMs`. */
  onSpeechEnded?(event: { atMs: number; decidedAtMs: number }): void;
  /**
   * Received audio at the session's sample rate, silence included, in consecutive pieces of the length that `listen` asked
   * for. The samples may be kept, but not changed.
   */
  onAudio?(event: { pcm: Int16Array; atMs: number }): void;
}

/** The reports about the way to a WebRTC peer. */
export interface WebPeerHandlers {
  /** The peer has nominated the address at which it wants audio. Called once. */
  onPath(address: { address: string; port: number }): void;
  onDtls(datagram: Uint8Array): void;
}

interface MediaThreadLink {
  post(message: ToMediaThread, transfer?: ArrayBuffer[]): void;
  close(sessionId: string): Promise<SessionSummary>;
}

interface WaitingPiece {
  sampleCount: number;
  resolve(playback: Playback): void;
  reject(error: Error): void;
}

/**
 * The media of one call, as the thread that controls calls sees it. Its modes are **bound** (its port can be offered),
 * **connected** (its clock runs and a packet is sent every 20 ms) and **closed**.
 */
export class MediaSession {
  readonly sessionId: string;
  readonly localPort: number;
  readonly #link: MediaThreadLink;
  readonly #handlers: MediaSessionHandlers;
  #isRecorded: boolean;
  #isRecordingPaused = false;
  #isPeerRecorded = true;
  readonly #waiting = new Map<number, WaitingPiece>();
  #waitingSamples = 0;
  #sampleRateHz = telephoneRateHz;
  #isConnected = false;
  #nextPlayId = 0;
  #timeZeroEpochMs: number | null = null;
  readonly #started = Promise.withResolvers<void>();
  #onMonitored: ((pcm: Int16Array) => void) | null = null;
  #closing: Promise<SessionSummary> | null = null;
  #goneError: Error | null = null;
  #webPeer: WebPeerHandlers | null = null;

  constructor(
    sessionId: string,
    localPort: number,
    link: MediaThreadLink,
    handlers: MediaSessionHandlers & { isRecorded: boolean },
  ) {
    this.sessionId = sessionId;
    this.localPort = localPort;
    this.#link = link;
    this.#handlers = handlers;
    this.#isRecorded = handlers.isRecorded;
  }

  /** Whether a recording runs, paused or not. False once it was ended or the disk accepts no more. */
  get isRecorded(): boolean {
    return this.#isRecorded;
  }

  /** Whether the recording is paused, and whether it has the peer. */
  get recordingState(): { isPaused: boolean; hasPeer: boolean } {
    return { isPaused: this.#isRecordingPaused, hasPeer: this.#isPeerRecorded };
  }

  /**
   * The wall-clock time of position zero, in milliseconds since 1970. `null` until the thread has confirmed the first
   * `connect`, which precedes every reported position.
   */
  get timeZeroEpochMs(): number | null {
    return this.#timeZeroEpochMs;
  }

  /** Resolves when the clock runs. */
  get started(): Promise<void> {
    return this.#started.promise;
  }

  /**
   * The sample rate of played and received audio. It is 8000 with G.711 and before the first `connect`, 16000 with G.722
   * and Opus. A later codec does not change it.
   */
  get sampleRateHz(): number {
    return this.#sampleRateHz;
  }

  /**
   * Starts the stream with the outcome of offer and answer. A later call changes it (re-INVITE), while clock, SSRC and
   * queue continue. Throws a RangeError for an invalid address, port, payload type or key. `positionMs` is where the clock
   * starts, for a call that another process carried before.
   */
  connect(options: ConnectOptions, positionMs = 0): void {
    const parameters = streamParameters(options);
    if (!this.#isConnected) this.#sampleRateHz = sampleRateOf(parameters.codec);
    this.#isConnected = true;
    this.#post({ type: 'connect', sessionId: this.sessionId, parameters, positionMs });
  }

  /**
   * Opens the stream for early media (RFC 3960), which is counted, and reported as `listen` asks for. Silence is sent now and then, so that the way is
   * open when the call is answered. A later call replaces it, for another branch of the call. Does nothing after
   * `connect`. Throws as `connect` does.
   */
  connectEarly(options: ConnectOptions): void {
    const parameters = streamParameters(options);
    if (!this.#isConnected) this.#post({ type: 'connectEarly', sessionId: this.sessionId, parameters });
  }

  /** Answers the connectivity checks of a WebRTC peer (ICE), and passes its DTLS on. `connect` follows with the keys. */
  openWeb(ice: IceParameters, handlers: WebPeerHandlers): void {
    this.#webPeer = handlers;
    this.#post({ type: 'openWeb', sessionId: this.sessionId, ice });
  }

  /** Sends a datagram of DTLS to a WebRTC peer. */
  sendDtls(datagram: Uint8Array): void {
    this.#post({ type: 'sendDtls', sessionId: this.sessionId, datagram });
  }

  /** Changes the inactivity timeout. The time that has passed without a packet counts. */
  setInactivityTimeout(timeoutMs: number): void {
    this.#post({ type: 'inactivityTimeout', sessionId: this.sessionId, timeoutMs });
  }

  /**
   * Sends mono audio at the session's sample rate after the audio that waits. Resolves when its last packet was given to
   * the network, or when it was stopped. Rejects with a RangeError when more than five minutes would wait, and with an
   * Error when the session is closed or its thread dies. The audio is copied.
   */
  play(pcm: Int16Array): Promise<Playback> {
    return this.#request(pcm.length, (playId) => {
      const copy = new Int16Array(pcm);
      this.#post({ type: 'play', sessionId: this.sessionId, playId, pcm: copy }, [copy.buffer]);
    });
  }

  /**
   * Presses keys (`0123456789*#ABCD`) after the audio that waits now, as telephone events (RFC 4733) when they were
   * negotiated, else as tones. Resolves after the pause of the last key, or when the session is closed. `stopPlaying` does
   * not stop keys. Rejects with a RangeError for other keys, for more than 64, and for durations (100 ms by default)
   * beyond 40 to 2000 ms.
   */
  async sendDtmf(digits: string, options: { durationMs?: number; gapMs?: number } = {}): Promise<void> {
    const { durationMs = 100, gapMs = 100 } = options;
    if (!/^[0-9A-D*#]{1,64}$/.test(digits))
      throw new RangeError('`digits` must be 1 to 64 of 0123456789*#ABCD');
    for (const [name, value] of Object.entries({ durationMs, gapMs })) {
      if (!(value >= 40 && value <= 2_000))
        throw new RangeError(`\`${name}\` must be from 40 to 2000 (milliseconds)`);
    }
    const [durationTicks, gapTicks] = [Math.ceil(durationMs / tickMs), Math.ceil(gapMs / tickMs)];
    await this.#request(0, (id) => {
      const job = { id, digits, durationTicks, gapTicks };
      this.#post({ type: 'dtmf', sessionId: this.sessionId, job });
    });
  }

  /** Records silence of both sides from now on, or their audio again. */
  pauseRecording(paused: boolean): void {
    this.#isRecordingPaused = paused;
    this.#post({ type: 'pauseRecording', sessionId: this.sessionId, paused });
  }

  /** Ends a running recording for the reason `why`. Its audio so far is kept. */
  endRecording(why: string): void {
    if (!this.#isRecorded) return;
    this.#isRecorded = false;
    this.#post({ type: 'endRecording', sessionId: this.sessionId, why });
  }

  /** Records the peer from now on (the default), or silence in its place. */
  recordPeer(isRecorded: boolean): void {
    this.#isPeerRecorded = isRecorded;
    this.#post({ type: 'recordPeer', sessionId: this.sessionId, isRecorded });
  }

  /**
   * Passes the audio of both sides to `listener`, 20 ms at a time, or no more for `null`. The samples of the peer and of this side
   * take turns. They may be kept, but not changed. With `recorded`, they are silent where the recording is, paused or without
   * the peer.
   */
  monitor(listener: ((pcm: Int16Array) => void) | null, audio: 'recorded' | 'whole' = 'recorded'): void {
    this.#onMonitored = listener;
    const wanted = listener === null ? 'off' : audio;
    this.#post({ type: 'monitor', sessionId: this.sessionId, wanted });
  }

  /**
   * Changes what is reported of the received audio: nothing at first. Throws a RangeError for an `endAfterMs` outside 60 to
   * 5000 and a `yieldMs` over 500. `pieceMs` and `spokenPieceMs` must be multiples of 20 up to 200.
   */
  listen(options: HearingOptions): void {
    const { speech, pieceMs = tickMs, spokenPieceMs = interruptingPieceMsMax } = options;
    for (const [name, ms] of Object.entries({ pieceMs, spokenPieceMs })) {
      if (!(ms >= tickMs && ms <= pieceMsMax && ms % tickMs === 0)) {
        throw new RangeError(
          `\`${name}\` must be a multiple of ${tickMs} up to ${pieceMsMax} (milliseconds)`,
        );
      }
    }
    if (speech && !(speech.endAfterMs >= 60 && speech.endAfterMs <= 5_000)) {
      throw new RangeError('`endAfterMs` must be from 60 to 5000 (milliseconds)');
    }
    if (speech?.yieldMs !== undefined && !(speech.yieldMs >= 0 && speech.yieldMs <= 500)) {
      throw new RangeError('`yieldMs` must be from 0 to 500 (milliseconds)');
    }
    this.#post({ type: 'listen', sessionId: this.sessionId, options });
  }

  /** Stops played audio and drops waiting audio. Their promises resolve with `completed: false`. */
  stopPlaying(): void {
    this.#post({ type: 'stop', sessionId: this.sessionId });
  }

  /** Ends the stream, finishes the recording and releases the port. Later calls return the same promise. */
  close(): Promise<SessionSummary> {
    if (this.#goneError) return Promise.reject(this.#goneError);
    this.#closing ??= this.#link.close(this.sessionId);
    return this.#closing;
  }

  /** Takes a message of the thread. Only the owner of the link calls it. */
  receive(message: SessionMessage): void {
    switch (message.type) {
      case 'connected':
        this.#timeZeroEpochMs = message.timeZeroEpochMs;
        this.#started.resolve();
        return;
      case 'mediaStarted':
        this.#handlers.onMediaStarted?.(message.atMs);
        return;
      case 'digit':
        this.#handlers.onDtmf?.({ digit: message.digit, atMs: message.atMs });
        return;
      case 'webPath':
        this.#webPeer?.onPath({ address: message.address, port: message.port });
        return;
      case 'dtls':
        this.#webPeer?.onDtls(message.datagram);
        return;
      case 'inactive':
        this.#handlers.onInactive?.(message.atMs);
        return;
      case 'speech':
        this.#reportSpeech(message);
        return;
      case 'recordingEnded':
        this.#isRecorded = false;
        return;
      case 'finished':
        this.#settle(message.playId, message.playback);
        return;
    }
  }

  /** Takes audio of the thread. Only the owner of the link calls it. */
  receiveAudio(pcm: Int16Array, atMs: number): void {
    this.#handlers.onAudio?.({ pcm, atMs });
  }

  /** Takes audio of both sides. Only the owner of the link calls it. */
  receiveMonitored(pcm: Int16Array): void {
    this.#onMonitored?.(pcm);
  }

  /** Rejects everything that waits, because the thread is gone. Only the owner of the link calls it. */
  abandon(error: Error): void {
    this.#goneError = error;
    for (const piece of this.#waiting.values()) piece.reject(error);
    this.#waiting.clear();
  }

  #reportSpeech({ edge, atMs, decidedAtMs }: Extract<SessionMessage, { type: 'speech' }>): void {
    if (edge === 'started') this.#handlers.onSpeechStarted?.({ atMs, decidedAtMs });
    else if (edge === 'paused') this.#handlers.onSpeechPaused?.({ atMs, decidedAtMs });
    else if (edge === 'background') this.#handlers.onBackground?.({ atMs, decidedAtMs });
    else if (edge === 'wordless') this.#handlers.onSpeechDoubted?.({ atMs, decidedAtMs });
    else if (edge === 'continued') this.#handlers.onSpeechContinued?.({ atMs, decidedAtMs });
    else this.#handlers.onSpeechEnded?.({ atMs, decidedAtMs });
  }

  /** Posts a request that waits in the thread. Resolves when it has been sent. */
  #request(sampleCount: number, post: (id: number) => void): Promise<Playback> {
    if (this.#goneError) return Promise.reject(this.#goneError);
    if (this.#closing) return Promise.reject(new Error('the media session is closed'));
    if (
      this.#waitingSamples + sampleCount > waitingSecondsMax * this.#sampleRateHz ||
      this.#waiting.size >= waitingPiecesMax
    ) {
      const limit = `${waitingSecondsMax} s of audio or ${waitingPiecesMax} pieces`;
      return Promise.reject(new RangeError(`more than ${limit} would wait in the media session`));
    }
    const id = this.#nextPlayId++;
    this.#waitingSamples += sampleCount;
    const sent = new Promise<Playback>((resolve, reject) => {
      this.#waiting.set(id, { sampleCount, resolve, reject });
    });
    post(id);
    return sent;
  }

  #settle(playId: number, playback: Playback): void {
    const piece = this.#waiting.get(playId);
    if (!piece) return;
    this.#waiting.delete(playId);
    this.#waitingSamples -= piece.sampleCount;
    piece.resolve(playback);
  }

  #post(message: ToMediaThread, transfer?: ArrayBuffer[]): void {
    if (!this.#closing && !this.#goneError) this.#link.post(message, transfer);
  }
}
