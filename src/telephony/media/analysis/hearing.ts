import { tickMs } from '../codec/pcm.ts';
import type { BackgroundSuppression } from './foreground.ts';
import { PieceBuilder } from './piece-builder.ts';
import { SpeechGate } from './speech-gate.ts';
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
   * is talked over until the owner has decided. `backgroundSuppression` (off if left out) says how other voices in the room are told
   * from the caller's: they are no speech then, and silence takes their place in the audio that is handed over.
   */
  speech: { endAfterMs: number; yieldMs?: number; backgroundSuppression?: BackgroundSuppression } | null;
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
  #gate: SpeechGate | null = null;
  #pieceMs = tickMs;
  #spokenPieceMs = interruptingPieceMsMax;
  #activity: VoiceActivity | null = null;
  #yieldMs = 0;
  #isPlaying = false;

  constructor(sampleRateHz: number, events: HearingEvents) {
    this.#sampleRateHz = sampleRateHz;
    this.#events = events;
  }

  /** Changes what is listened to; what is known of the line's noise and of speech that goes on is kept. */
  listen(options: HearingOptions): void {
    const { audio, speech, pieceMs = tickMs, spokenPieceMs = interruptingPieceMsMax } = options;
    this.#flush();
    this.#pieces = audio ? this.#newPieces() : null;
    this.#pieceMs = pieceMs;
    this.#spokenPieceMs = spokenPieceMs;
    this.#yieldMs = speech?.yieldMs ?? 0;
    if (!speech) this.#activity = null;
    else if (this.#activity) this.#activity.endAfterMs = speech.endAfterMs;
    else
      this.#activity = new VoiceActivity(this.#sampleRateHz, speech.endAfterMs, speech.backgroundSuppression);
  }

  /** Takes the rate of the audio; what was known of the line is forgotten where it changes. */
  configure(sampleRateHz: number): void {
    if (sampleRateHz === this.#sampleRateHz) return;
    this.#sampleRateHz = sampleRateHz;
    this.#gate = null;
    if (this.#pieces) this.#pieces = this.#newPieces();
    if (this.#activity) this.#activity = this.#activity.at(sampleRateHz);
  }

  /**
   * Takes the frame of the tick at `atMs`, and what was played in the tick before, null while nothing is. Returns for how long
   * what is played is to be silent from this tick on, in milliseconds.
   */
  hear(frame: Int16Array, atMs: number, played: Int16Array | null): number {
    const activity = this.#activity;
    const edge = activity?.push(frame, atMs, played) ?? null;
    if (this.#pieces) {
      this.#isPlaying = played !== null;
      if (activity?.hasOthers || this.#gate) {
        this.#gate ??= new SpeechGate((heard, heardMs) =>
          this.#pieces?.add(heard, heardMs, this.#wantedMs()),
        );
        this.#gate.add(frame, atMs, activity?.isSpeaking ?? true, activity?.hasOthers ?? false);
      } else this.#pieces.add(frame, atMs, this.#wantedMs());
      if (edge) this.#pieces.flush();
    }
    if (edge) this.#events.speech(edge.type, edge.atMs, atMs);
    return edge?.type === 'started' ? this.#yieldMs : 0;
  }

  #flush(): void {
    this.#gate?.release();
    this.#pieces?.flush();
  }

  /** How long a piece is to be that ends with this tick. */
  #wantedMs(): number {
    if (!this.#activity?.isSpeaking) return this.#pieceMs;
    const spokenMs = Math.min(this.#pieceMs, this.#spokenPieceMs);
    return this.#isPlaying ? Math.min(spokenMs, interruptingPieceMsMax) : spokenMs;
  }

  #newPieces(): PieceBuilder {
    return new PieceBuilder(this.#sampleRateHz, pieceMsMax, (pcm, atMs) =>
      this.#events.audio(pcm, atMs, this.#pieceMs === tickMs),
    );
  }
}
