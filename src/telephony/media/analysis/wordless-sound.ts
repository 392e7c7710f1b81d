import type { SoundFrame } from './returned-vowel.ts';

/** A frame of 20 ms of a sound. */
export interface JudgedFrame extends SoundFrame {
  /** The energy above 1700 Hz relative to all of it. */
  highShare: number;
  hasPitch: boolean;
}

/** The frames that are judged together (1.2 s), and how many of them must be known (320 ms). */
const framesMax = 60;
const framesMin = 16;
/** Frames this many decibels below the loudest one say nothing. */
const quietBelow = 20;
/**
 * The weights of a sum that is positive for sounds that are no speech. They were fitted by logistic regression to 226 recorded
 * noises and 2,300 recorded sentences, and rounded. `base` was then lowered by 2, because to speak over a caller is worse
 * than to pause for a noise.
 */
const weights = { base: 10.3, change: -0.86, pitch: -6, high: 5.4, level: -0.89 };
/** The sum must be positive for so many frames in a row. */
const wordlessFrames = 3;
/** Speech may have followed when the sum of so many frames (300 ms) is below this. */
const speech = { frames: 15, below: -1 };

/**
 * Judges whether a sound with a pitch is no speech: an animal, a creaking door, a tool, a long tone. In speech the spectrum and
 * the level change with each syllable, most frames have a pitch, and little energy is above 1700 Hz.
 */
export class WordlessSound {
  readonly #frames: JudgedFrame[] = [];
  #inRow = 0;
  #isWordless = false;

  /** Whether the sound is no speech. False again when speech follows. */
  get isWordless(): boolean {
    return this.#isWordless;
  }

  /** Another sound begins. */
  clear(): void {
    this.#frames.length = 0;
    this.#inRow = 0;
    this.#isWordless = false;
  }

  push(frame: JudgedFrame): void {
    this.#frames.push(frame);
    if (this.#frames.length > framesMax) this.#frames.shift();
    if (this.#frames.length < framesMin) return;
    if (this.#isWordless && judge(this.#frames.slice(-speech.frames)) < speech.below)
      this.#isWordless = false;
    else if (!this.#isWordless) {
      this.#inRow = judge(this.#frames) > 0 ? this.#inRow + 1 : 0;
      this.#isWordless = this.#inRow >= wordlessFrames;
    }
  }
}

/** Returns the weighted sum of what is known about some frames of a sound. */
function judge(frames: readonly JudgedFrame[]): number {
  const loudest = Math.max(...frames.map((frame) => frame.level));
  const loud = frames.filter((frame) => frame.level > loudest - quietBelow);
  const { base, change, pitch, high, level } = weights;
  return (
    base +
    change * spreadOf(loud) +
    pitch * meanOf(loud.map(({ hasPitch }) => Number(hasPitch))) +
    high * highOf(loud) +
    level * Math.sqrt(varianceOf(loud.map((frame) => frame.level)))
  );
}

/** Returns how much the spectra differ from their mean, in decibels. */
function spreadOf(frames: readonly JudgedFrame[]): number {
  const bands = [...frames[0]!.shape.keys()];
  return Math.sqrt(meanOf(bands.map((band) => varianceOf(frames.map(({ shape }) => shape[band]!)))));
}

/** Returns the energy above 1700 Hz of all frames, relative to all of it. */
function highOf(frames: readonly JudgedFrame[]): number {
  let [high, all] = [0, 0];
  for (const { level, highShare } of frames) {
    const energy = 10 ** (level / 10);
    high += highShare * energy;
    all += energy;
  }
  return high / all;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function varianceOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return meanOf(values.map((value) => (value - mean) ** 2));
}
