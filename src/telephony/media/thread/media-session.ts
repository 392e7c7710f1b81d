import { type HearingOptions, interruptingPieceMsMax, pieceMsMax } from '../analysis/hearing.ts';
import { sampleRateOf } from '../codec/codecs.ts';
import { telephoneRateHz, tickMs } from '../codec/pcm.ts';
import type { Playback } from '../rtp/play-queue.ts';
import { type ConnectOptions, streamParameters } from './connect-options.ts';
import type { SessionMessage, SessionSummary, ToMediaThread } from './worker-protocol.ts';

/** Audio that may wait in one session, five minutes, and the number of pieces it may be cut into. */
const waitingSecondsMax = 300;
const waitingPiecesMax = 1_000;

/**
 * What a session reports. `atMs` is a position on its clock: milliseconds since its time zero. No handler is
 * called after the session's `close` has resolved.
 */
export interface MediaSessionHandlers {
  /** Media flows: the first RTP packet of the peer has come, or its report (RTCP) that ours arrive. */
  onMediaStarted?(atMs: number): void;
  /** A key was pressed (RFC 4733): one of `0123456789*#ABCD`. */
  onDtmf?(event: { digit: string; atMs: number }): void;
  /** Neither RTP nor RTCP for the inactivity timeout; told again only after something has come, or `connect`. */
  onInactive?(atMs: number): void;
  /**
   * The other side began to speak at `atMs`; it was decided when the clock was at `decidedAtMs`. Only while listened
   * to, and likewise the two below.
   */
  onSpeechStarted?(event: { atMs: number; decidedAtMs: number }): void;
  /** The other side has not spoken since `atMs`. */
  onSpeechEnded?(event: { atMs: number; decidedAtMs: number }): void;
  /**
   * What was received, at the session's sample rate, silence included: piece follows piece, each as long as `listen`
   * asked for. The samples may be kept, but not changed.
   */
  onAudio?(event: { pcm: Int16Array; atMs: number }): void;
}

/** How a session reaches its thread. */
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
 * The media of one call, as the thread that controls calls sees it. Its modes: **bound** (the port is known, for
 * an offer or an answer), **connected** (its clock runs and a packet is sent every 20 ms), **closed**.
 */
export class MediaSession {
  readonly sessionId: string;
  readonly localPort: number;
  readonly #link: MediaThreadLink;
  readonly #handlers: MediaSessionHandlers;
  #isRecorded: boolean;
  readonly #waiting = new Map<number, WaitingPiece>();
  #waitingSamples = 0;
  #sampleRateHz = telephoneRateHz;
  #isConnected = false;
  #nextPlayId = 0;
  #timeZeroEpochMs: number | null = null;
  #closing: Promise<SessionSummary> | null = null;
  #goneError: Error | null = null;

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

  /** Whether there is a recording, paused or not; false from when the disk takes no more of it, or it was ended. */
  get isRecorded(): boolean {
    return this.#isRecorded;
  }

  /**
   * Wall-clock time of position zero, in epoch milliseconds: add a position to get its date. Null until the
   * thread has confirmed the first `connect`, which it has whenever a position is reported.
   */
  get timeZeroEpochMs(): number | null {
    return this.#timeZeroEpochMs;
  }

  /**
   * Samples a second of what is played and heard: 8000 with G.711, and before the first `connect`; 16000 with G.722 and Opus. It
   * stays what it was with the first codec.
   */
  get sampleRateHz(): number {
    return this.#sampleRateHz;
  }

  /**
   * Starts the stream with what offer and answer agreed on; called again, changes it (re-INVITE) while clock,
   * SSRC and queue go on. Throws a RangeError for what cannot be an address, a port or a payload type.
   */
  connect(options: ConnectOptions): void {
    const parameters = streamParameters(options);
    if (!this.#isConnected) this.#sampleRateHz = sampleRateOf(parameters.codec);
    this.#isConnected = true;
    this.#post({ type: 'connect', sessionId: this.sessionId, parameters });
  }

  /**
   * The peer may send before its answer (RFC 3960), which is counted and nothing else; silence is sent now and then, so
   * that the way is open when the call is answered. Called again, for another branch of the call, that one counts;
   * after `connect` it does nothing. Throws as `connect` does.
   */
  connectEarly(options: ConnectOptions): void {
    const parameters = streamParameters(options);
    if (!this.#isConnected) this.#post({ type: 'connectEarly', sessionId: this.sessionId, parameters });
  }

  /**
   * Sends mono audio at the session's sample rate after what already waits. Resolves when its last packet has been handed to the
   * network, or when it was stopped; rejects with a RangeError if more than five minutes would wait, and with an
   * Error if the session is closed or its thread dies. The audio is copied, so it may be used again at once.
   */
  play(pcm: Int16Array): Promise<Playback> {
    return this.#request(pcm.length, (playId) => {
      const copy = new Int16Array(pcm);
      this.#post({ type: 'play', sessionId: this.sessionId, playId, pcm: copy }, [copy.buffer]);
    });
  }

  /**
   * Presses keys, `0123456789*#ABCD`, after the audio that waits now, as telephone events (RFC 4733) or, where none
   * were agreed on, as tones. Resolves when the last one is released and its pause is over, or the session is closed;
   * `stopPlaying` does not take keys back. Rejects with a RangeError for anything else, for more than 64 keys, and for
   * durations (100 ms each unless said otherwise) beyond 40 to 2000.
   */
  async sendDtmf(digits: string, options: { durationMs?: number; gapMs?: number } = {}): Promise<void> {
    const { durationMs = 100, gapMs = 100 } = options;
    if (!/^[0-9A-D*#]{1,64}$/.test(digits))
      throw new RangeError('digits are not 1 to 64 of 0123456789*#ABCD');
    for (const [name, value] of Object.entries({ durationMs, gapMs })) {
      if (!(value >= 40 && value <= 2_000)) throw new RangeError(`${name} is not from 40 to 2000`);
    }
    const [durationTicks, gapTicks] = [Math.ceil(durationMs / tickMs), Math.ceil(gapMs / tickMs)];
    await this.#request(0, (id) => {
      const job = { id, digits, durationTicks, gapTicks };
      this.#post({ type: 'dtmf', sessionId: this.sessionId, job });
    });
  }

  /** Records silence of both sides from now on (true), or what is said again (false). */
  pauseRecording(paused: boolean): void {
    this.#post({ type: 'pauseRecording', sessionId: this.sessionId, paused });
  }

  /** Ends the recording for this reason, if one runs: what was said until now is kept, and nothing comes after it. */
  endRecording(why: string): void {
    if (!this.#isRecorded) return;
    this.#isRecorded = false;
    this.#post({ type: 'endRecording', sessionId: this.sessionId, why });
  }

  /** Records what the peer says from now on, or silence in its place; it does at first. */
  recordPeer(isRecorded: boolean): void {
    this.#post({ type: 'recordPeer', sessionId: this.sessionId, isRecorded });
  }

  /**
   * Changes what is told of the other side's audio; nothing is until this is called. Throws a RangeError for an
   * `endAfterMs` that is not from 60 to 5000, a `yieldMs` beyond 500, and a `pieceMs` or `spokenPieceMs` that is no multiple
   * of 20 up to 200.
   */
  listen(options: HearingOptions): void {
    const { audio, speech, pieceMs = tickMs, spokenPieceMs = interruptingPieceMsMax } = options;
    for (const [name, ms] of Object.entries({ pieceMs, spokenPieceMs })) {
      if (!(ms >= tickMs && ms <= pieceMsMax && ms % tickMs === 0)) {
        throw new RangeError(`${name} is not a multiple of ${tickMs} up to ${pieceMsMax}`);
      }
    }
    if (speech && !(speech.endAfterMs >= 60 && speech.endAfterMs <= 5_000)) {
      throw new RangeError('endAfterMs is not from 60 to 5000');
    }
    if (speech?.yieldMs !== undefined && !(speech.yieldMs >= 0 && speech.yieldMs <= 500)) {
      throw new RangeError('yieldMs is not from 0 to 500');
    }
    const wanted = { audio, speech, pieceMs, spokenPieceMs };
    this.#post({ type: 'listen', sessionId: this.sessionId, options: wanted });
  }

  /** Stops what is being played and drops what waits; their promises resolve with `completed: false`. */
  stopPlaying(): void {
    this.#post({ type: 'stop', sessionId: this.sessionId });
  }

  /** Ends the stream, finishes the recording and gives the port back. Calling it again returns the same. */
  close(): Promise<SessionSummary> {
    if (this.#goneError) return Promise.reject(this.#goneError);
    this.#closing ??= this.#link.close(this.sessionId);
    return this.#closing;
  }

  /** Takes a message of the thread; for the owner of the link only. */
  receive(message: SessionMessage): void {
    switch (message.type) {
      case 'connected':
        this.#timeZeroEpochMs = message.timeZeroEpochMs;
        return;
      case 'mediaStarted':
        this.#handlers.onMediaStarted?.(message.atMs);
        return;
      case 'digit':
        this.#handlers.onDtmf?.({ digit: message.digit, atMs: message.atMs });
        return;
      case 'inactive':
        this.#handlers.onInactive?.(message.atMs);
        return;
      case 'speech':
        this.#tellSpeech(message);
        return;
      case 'recordingEnded':
        this.#isRecorded = false;
        return;
      case 'finished':
        this.#settle(message.playId, message.playback);
        return;
    }
  }

  /** Takes audio of the thread; for the owner of the link only. */
  receiveAudio(pcm: Int16Array, atMs: number): void {
    this.#handlers.onAudio?.({ pcm, atMs });
  }

  /** The thread is gone; for the owner of the link only. */
  abandon(error: Error): void {
    this.#goneError = error;
    for (const piece of this.#waiting.values()) piece.reject(error);
    this.#waiting.clear();
  }

  #tellSpeech({ edge, atMs, decidedAtMs }: Extract<SessionMessage, { type: 'speech' }>): void {
    if (edge === 'started') this.#handlers.onSpeechStarted?.({ atMs, decidedAtMs });
    else this.#handlers.onSpeechEnded?.({ atMs, decidedAtMs });
  }

  /** Posts something that waits in the thread, and resolves when it has been sent. */
  #request(sampleCount: number, post: (id: number) => void): Promise<Playback> {
    if (this.#goneError) return Promise.reject(this.#goneError);
    if (this.#closing) return Promise.reject(new Error('the media session is closed'));
    if (
      this.#waitingSamples + sampleCount > waitingSecondsMax * this.#sampleRateHz ||
      this.#waiting.size >= waitingPiecesMax
    ) {
      return Promise.reject(new RangeError('too much audio waits in this media session'));
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
