import { strongestTone } from './spectrum.ts';

/** A steady tone, in milliseconds on the clock of the audio. */
export interface Tone {
  frequencyHz: number;
  startMs: number;
  endMs: number;
  /** Set when the tone follows other sound without a pause, as a note of music does. */
  followsSound?: true;
}

/** A tone with its surroundings and levels, which distinguish it from a note of music. */
export interface MeasuredTone extends Tone {
  /** Whether it was quiet for 100 ms before the tone. */
  followsPause: boolean;
  /** The mean levels of its loudest and its quietest frame, without the first and the last, which may hold a part of it. */
  loudest: number;
  quietest: number;
}

const frameMs = 20;
/** Vowels reach this share for some frames, but never for `toneMsMin` at one frequency. */
const shareMin = 0.9;
const driftHzMax = 25;
/** The lowest mean level of a tone: 46 dB below full scale. */
const levelMin = 160;
/** A pause is 10 dB below the tone, in one of this many frames before it. */
const pauseRatio = 0.32;
const pauseFrames = 5;

/**
 * Finds steady tones in 20 ms frames at 8 kHz: the beep of an answering machine, the tones of a fax. A tone of at least
 * `toneMsMin` is returned with every frame while it lasts, so that listeners need not wait for its end.
 */
export class ToneWatch {
  static readonly toneMsMin = 120;
  #tone: MeasuredTone | null = null;
  /** The level of the last frame of the tone, which counts when another one follows. */
  #lastLevel = 0;
  /** The levels of the last frames. */
  readonly #levels = new Float64Array(pauseFrames);
  #frame = 0;
  #strongest = { frequencyHz: 0, share: 0 };

  /** The strongest frequency of the last frame; 0 in silence and in a pure tone. */
  get mixedHz(): number {
    return this.#strongest.share < shareMin ? this.#strongest.frequencyHz : 0;
  }

  /** Whether the last frame was part of a tone of any length. */
  get isTone(): boolean {
    return this.#tone !== null;
  }

  /** Returns the tone up to the end of this frame; `null` when there is none of `toneMsMin`. */
  push(frame: Int16Array, atMs: number): MeasuredTone | null {
    const level = levelOf(frame);
    const quietest = Math.min(...this.#levels);
    const loudFrames = this.#levels.filter((before) => before > pauseRatio * level).length;
    this.#levels[this.#frame++ % pauseFrames] = level;
    this.#strongest = level < levelMin ? { frequencyHz: 0, share: 0 } : strongestTone(frame);
    const found = this.#strongest;
    if (found.share < shareMin) {
      this.#tone = null;
      return null;
    }
    const { frequencyHz } = found;
    const goesOn = this.#tone !== null && Math.abs(this.#tone.frequencyHz - frequencyHz) <= driftHzMax;
    if (goesOn && this.#tone) this.#continue(this.#tone, atMs);
    else {
      const sound = quietest > pauseRatio * level ? { followsSound: true as const } : {};
      this.#tone = {
        ...{ frequencyHz, startMs: atMs, endMs: atMs + frameMs, ...sound },
        // The frame before the tone may hold its beginning.
        ...{ followsPause: loudFrames <= 1, loudest: 0, quietest: Number.POSITIVE_INFINITY },
      };
    }
    this.#lastLevel = level;
    const { startMs, endMs } = this.#tone!;
    return endMs - startMs >= ToneWatch.toneMsMin ? { ...this.#tone! } : null;
  }

  #continue(tone: MeasuredTone, atMs: number): void {
    if (tone.startMs < atMs - frameMs) {
      tone.loudest = Math.max(tone.loudest, this.#lastLevel);
      tone.quietest = Math.min(tone.quietest, this.#lastLevel);
    }
    tone.endMs = atMs + frameMs;
  }
}

function levelOf(frame: Int16Array): number {
  let sum = 0;
  for (const sample of frame) sum += Math.abs(sample);
  return sum / frame.length;
}
