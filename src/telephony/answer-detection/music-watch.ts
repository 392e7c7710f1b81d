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
/**
 * Music of a wider range has notes: the strongest frequency of this part of its loud frames is that of the three frames
 * before. A synthetic voice may have as many, with the range of speech.
 */
const notesMin = 0.35;
const notesRangeMax = 21;
const notesSoundingMin = 0.5;
const noteDriftHz = 16;
const noteFrames = 3;
/** A frame is loud within this distance of the loudest ones, and above the noise of any line (54 dB below full scale). */
const loudWithin = 12;
const loudMin = 36;
/** Notes are counted in frames within this distance of the loudest ones. */
const noteWithin = 20;

/** Recognizes music by sound that goes on without the pauses of speech, and by its notes. */
export class MusicWatch {
  readonly #levels = new Float64Array(windowFrames);
  readonly #sounding = new Uint8Array(windowFrames);
  /** Whether each frame continues a note. */
  readonly #notes = new Uint8Array(windowFrames);
  readonly #lastHz = new Float64Array(noteFrames);
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

  /**
   * Takes a frame, its strongest frequency (0: silence or a pure tone), and whether voice activity detection takes it for
   * speech.
   */
  push(frame: Int16Array, frequencyHz: number, isSounding: boolean): void {
    this.#notes[this.#frames % windowFrames] = this.#continuesNote(frequencyHz) ? 1 : 0;
    this.#lastHz[this.#frames % noteFrames] = frequencyHz;
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
    const sounding = count(this.#sounding) / windowFrames;
    const range = percentile(0.9) - percentile(0.1);
    const isSteady = range <= rangeMax && sounding >= soundingMin;
    const hasNotes = count(this.#notes) >= notesMin * this.#loudFrames();
    const isPlayed = range <= notesRangeMax && hasNotes && sounding >= notesSoundingMin;
    this.#isMusic = this.#frames >= windowFrames && (isSteady || isPlayed);
  }

  #continuesNote(frequencyHz: number): boolean {
    return frequencyHz > 0 && this.#lastHz.every((hz) => Math.abs(hz - frequencyHz) <= noteDriftHz);
  }

  #loudFrames(): number {
    const min = Math.max(loudMin, this.#loudest - noteWithin);
    return this.#levels.reduce((sum, level) => (level >= min ? sum + 1 : sum), 0);
  }
}

/** Returns the level in decibels relative to one unit. */
function levelOf(frame: Int16Array): number {
  let energy = 0;
  for (const sample of frame) energy += sample * sample;
  return 10 * Math.log10(energy / frame.length + 1);
}

function count(flags: Uint8Array): number {
  return flags.reduce((sum, flag) => sum + flag, 0);
}
