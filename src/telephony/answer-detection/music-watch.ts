/** Music is judged over this time, in frames of 20 ms. */
const windowFrames = 150;
/** The judgement is repeated with every fifth frame. */
const judgedEvery = 5;
/**
 * The level of music on hold stays within this range, from the 10th to the 90th percentile of its frames, in decibels. In
 * recorded speech the range is above 12 dB in 99 % of all windows, also on a noisy line.
 */
const rangeMax = 10;
/** The part of the window that must sound like a voice. Noise and single tones do not. */
const soundingMin = 0.9;
/** A frame is loud within this distance of the loudest ones, and above the noise of any line (54 dB below full scale). */
const loudWithin = 12;
const loudMin = 36;

/** Recognizes music by sound that goes on without the pauses of speech. */
export class MusicWatch {
  readonly #levels = new Float64Array(windowFrames);
  readonly #sounding = new Uint8Array(windowFrames);
  #frames = 0;
  #isMusic = false;
  #isLoud = false;
  /** The level of the loudest frames in the window. */
  #loudest = 0;

  /** Whether music is heard. */
  get isMusic(): boolean {
    return this.#isMusic;
  }

  /** Whether the last frame was no pause. */
  get isLoud(): boolean {
    return this.#isLoud;
  }

  /** Takes a frame, and whether voice activity detection takes it for speech. */
  push(frame: Int16Array, isSounding: boolean): void {
    const at = this.#frames++ % windowFrames;
    const level = levelOf(frame);
    this.#levels[at] = level;
    this.#sounding[at] = isSounding ? 1 : 0;
    if (!isSounding) this.#isMusic = false;
    if (this.#frames % judgedEvery === 0) this.#judge();
    this.#isLoud = level >= Math.max(loudMin, this.#loudest - loudWithin);
  }

  #judge(): void {
    const sorted = this.#levels.toSorted();
    const percentile = (share: number) => sorted[Math.floor(share * windowFrames)]!;
    this.#loudest = percentile(0.95);
    const sounding = this.#sounding.reduce((sum, flag) => sum + flag, 0);
    const isSteady = percentile(0.9) - percentile(0.1) <= rangeMax;
    this.#isMusic = isSteady && sounding >= soundingMin * windowFrames;
  }
}

/** Returns the level in decibels relative to one unit. */
function levelOf(frame: Int16Array): number {
  let energy = 0;
  for (const sample of frame) energy += sample * sample;
  return 10 * Math.log10(energy / frame.length + 1);
}
