import { tickMs } from '../codec/pcm.ts';
import { PieceBuilder } from './piece-builder.ts';
import { VoiceActivity } from './voice-activity.ts';

/** What is wanted of the audio that the other side sends. */
export interface HearingOptions {
  /** Whether it is handed over. */
  audio: boolean;
  /**
   * How long the pieces are that it is handed over in, a multiple of 20 from 20 (as if left out) to 200. Long ones cost
   * less. An edge of speech is told after all audio before it.
   */
  pieceMs?: number;
  /**
   * How long they are at most while somebody speaks, a multiple of 20 from 20 to 200 (40 if left out); never more than
   * 40 while something is played, which may be what they interrupt.
   */
  spokenPieceMs?: number;
  /**
   * Whether it is told when somebody speaks; an end is decided when `endAfterMs` (from 60 to 5000, 250 is a good
   * value) have passed without speech, with the next multiple of 20 ms. With `yieldMs` what is being played falls silent
   * in the tick that decides that somebody speaks, and goes on after that time, up to 500, unless it is stopped: nobody
   * is talked over until the owner has decided.
   */
  speech: { endAfterMs: number; yieldMs?: number } | null;
}

/** What is heard. Positions are milliseconds on the session's clock. */
export interface HearingEvents {
  /** The audio is only lent: it has to be copied. What `isUrgent` is wanted as soon as it is heard. */
  audio(pcm: Int16Array, atMs: number, isUrgent: boolean): void;
  speech(type: 'started' | 'ended', atMs: number, decidedAtMs: number): void;
}

/** The longest pieces that there are, and the longest of somebody who may be interrupting. */
export const pieceMsMax = 200;
export const interruptingPieceMsMax = 40;

/** The ear of one session: voice activity and audio of what was received, for as long as it is listened to. */
export class Hearing {
  readonly #events: HearingEvents;
  #sampleRateHz: number;
  #pieces: PieceBuilder | null = null;
  #pieceMs = tickMs;
  #spokenPieceMs = interruptingPieceMsMax;
  #activity: VoiceActivity | null = null;
  #yieldMs = 0;

  constructor(sampleRateHz: number, events: HearingEvents) {
    this.#sampleRateHz = sampleRateHz;
    this.#events = events;
  }

  /** Changes what is listened to; what is known of the line's noise and of speech that goes on is kept. */
  listen(options: HearingOptions): void {
    const { audio, speech, pieceMs = tickMs, spokenPieceMs = interruptingPieceMsMax } = options;
    this.#pieces?.flush();
    this.#pieces = audio ? this.#newPieces() : null;
    this.#pieceMs = pieceMs;
    this.#spokenPieceMs = spokenPieceMs;
    this.#yieldMs = speech?.yieldMs ?? 0;
    if (!speech) this.#activity = null;
    else if (this.#activity) this.#activity.endAfterMs = speech.endAfterMs;
    else this.#activity = new VoiceActivity(this.#sampleRateHz, speech.endAfterMs);
  }

  /** Takes the rate of the audio; what was known of the line is forgotten where it changes. */
  configure(sampleRateHz: number): void {
    if (sampleRateHz === this.#sampleRateHz) return;
    this.#sampleRateHz = sampleRateHz;
    if (this.#pieces) this.#pieces = this.#newPieces();
    if (this.#activity) this.#activity = new VoiceActivity(sampleRateHz, this.#activity.endAfterMs);
  }

  /** Takes the frame of the tick at `atMs`; for how long what is played is to be silent from this tick on. */
  hear(frame: Int16Array, atMs: number, isPlaying: boolean): number {
    const edge = this.#activity?.push(frame, atMs) ?? null;
    if (this.#pieces) {
      this.#pieces.add(frame, atMs, this.#wantedMs(isPlaying));
      if (edge) this.#pieces.flush();
    }
    if (edge) this.#events.speech(edge.type, edge.atMs, atMs);
    return edge?.type === 'started' ? this.#yieldMs : 0;
  }

  /** How long a piece is to be that ends with this tick. */
  #wantedMs(isPlaying: boolean): number {
    if (!this.#activity?.isSpeaking) return this.#pieceMs;
    const spokenMs = Math.min(this.#pieceMs, this.#spokenPieceMs);
    return isPlaying ? Math.min(spokenMs, interruptingPieceMsMax) : spokenMs;
  }

  #newPieces(): PieceBuilder {
    return new PieceBuilder(this.#sampleRateHz, pieceMsMax, (pcm, atMs) =>
      this.#events.audio(pcm, atMs, this.#pieceMs === tickMs),
    );
  }
}
