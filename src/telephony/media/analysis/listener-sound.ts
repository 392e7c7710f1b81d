import { Fft } from './fft.ts';
import { difference, isReturnedVowel, type SoundFrame, soundFrame } from './returned-vowel.ts';
import { WordlessSound } from './wordless-sound.ts';

/** The energies of a sound below 500 Hz, and above. */
export interface Bands {
  low: number;
  high: number;
}

/** The width of a bin of the spectrum, in hertz: 32 ms are looked at. */
const binHz = 31.25;
/** The bands of a frame's spectrum, in hertz: each from one of these to the next. */
const bandHz = [80, 300, 500, 800, 1200, 1700, 2300, 3000, 3700];
const bandBins = bandHz.map((hz) => Math.ceil(hz / binHz));
const lowBands = bandHz.indexOf(500);
const highBands = bandHz.indexOf(1700);

/** The most energy above 500 Hz relative to the rest: of the whole sound (-11 dB), and of each frame (-7.5 dB). */
const wholeMax = 0.08;
const frameMax = 0.18;

/** Returns whether a sound with this energy so far, whose newest frame has that energy, comes through closed lips ("mm"). */
export function isClosed(whole: Bands, frame: Bands): boolean {
  return whole.high <= wholeMax * whole.low && frame.high <= frameMax * frame.low;
}

/** Nothing is known before this many frames: the first ones hold the breath before a sound. */
const framesMin = 3;
/** A frame this far below the mean of the sound says nothing of the lips. */
const quietShare = 0.05;
/** Hums are level: their loudest frame exceeds their softest one by this factor at most (12 dB). */
const levelRatioMax = 16;
/** A level hum of 300 ms is no word. */
const humFramesMin = 15;
/** The silence after a hum or a murmur, in milliseconds, after which it is over. Words have longer gaps. */
const overAfterMs = { hum: 50, murmur: 60 };
/** A brief sound (400 ms) with this much of closed lips within it (80 ms) is a murmur. */
const murmur = { framesMax: 20, closedMin: 4 };
/** Longer sounds (700 ms) are not examined any more. */
const framesMax = 35;
/** The end of a blow is this many decibels softer than its loudest frame. */
const blowFall = 3;
/**
 * A returned vowel is over when two frames differ from it by this much and are not much softer, or after 300 ms. What
 * follows is a word.
 */
const movedShape = 5;
const movedBelow = 6;
const movedFrames = 2;
const vowelFramesMax = 15;

/**
 * Finds sounds over played audio that are no words, in frames of 20 ms. A hum ("mm", "mhm") comes through closed lips. Words
 * may begin with closed lips too, so nothing is decided before the sound is over or has lasted too long for that. An
 * "uh-huh" repeats its vowel (`returned-vowel.ts`). A blow, such as a door's, becomes dull and softer at once.
 *
 * Of 29 recorded "hmm" of several people 16 are found, and 57 of 4900 recorded sentences are mistaken for one (Debian's
 * `fillets-ng-data-cs`, `fillets-ng-data-nl` and `asterisk-core-sounds-*-wav`, at 8 kHz).
 */
export class ListenerSound {
  readonly #fft: Fft;
  readonly #window: Float64Array;
  readonly #samples: Float64Array;
  readonly #im: Float64Array;
  readonly #re: Float64Array;
  #isOverPlayed = false;
  #whole: Bands = { low: 0, high: 0 };
  #mayBeHum = false;
  /** The audible frames that were examined for closed lips. */
  #count = 0;
  #softest = Number.POSITIVE_INFINITY;
  #loudest = 0;
  /** The frames of the sound, and the level of its loudest one. */
  #frames: SoundFrame[] = [];
  #peak = 0;
  /** Whether the newest frame has hardly any energy above 500 Hz, and how many such frames followed an open one. */
  #isDull = false;
  #wasOpen = false;
  #closedWithin = 0;
  /** The vowel that has come back, for how long, and how many frames in a row have differed from it. */
  #vowel: SoundFrame | null = null;
  #vowelFrames = 0;
  #moved = 0;
  readonly #wordless = new WordlessSound();

  constructor(sampleRateHz: number) {
    const size = sampleRateHz / binHz;
    this.#fft = new Fft(size);
    this.#window = Float64Array.from(
      { length: size },
      (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / size),
    );
    this.#samples = new Float64Array(size);
    this.#re = new Float64Array(size);
    this.#im = new Float64Array(size);
  }

  /** Whether the sound so far comes through closed lips; false while that is unknown, and without played audio. */
  get isClosed(): boolean {
    return this.#mayBeHum && this.#count >= framesMin;
  }

  /** Whether the sound is a listener's, although it goes on: a hum that is too long for the beginning of a word, or "uh-huh". */
  get isListener(): boolean {
    const isLevel = this.#loudest <= levelRatioMax * this.#softest;
    return this.#vowel !== null || (this.isClosed && this.#count >= humFramesMin && isLevel);
  }

  /** Whether the sound is no speech at all, although it has a pitch. */
  get isWordless(): boolean {
    return this.#wordless.isWordless;
  }

  /** Whether no word has followed the listener's sound, or the sound that is no speech. */
  get isUnchanged(): boolean {
    return this.isClosed || this.#vowel !== null || this.isWordless;
  }

  /** Whether the newest frame is the end of a blow. It resembles a deep voice. */
  get isBlow(): boolean {
    return this.#isDull && this.#frames.at(-1)!.level <= this.#peak - blowFall;
  }

  /** Returns the silence after which the sound is over, which is `usualMs` for other sounds. */
  overAfterMs(usualMs: number): number {
    if (this.isClosed) return Math.min(usualMs, overAfterMs.hum);
    const isMurmur = this.#closedWithin >= murmur.closedMin && this.#frames.length <= murmur.framesMax;
    return isMurmur ? Math.min(usualMs, overAfterMs.murmur) : usualMs;
  }

  /** The next audible frame begins a sound, over played audio or not. */
  begin(isPlaying: boolean): void {
    this.#isOverPlayed = this.#mayBeHum = isPlaying;
    this.#whole = { low: 0, high: 0 };
    this.#softest = Number.POSITIVE_INFINITY;
    this.#loudest = this.#peak = 0;
    this.#count = this.#closedWithin = this.#vowelFrames = this.#moved = 0;
    this.#frames = [];
    this.#isDull = this.#wasOpen = false;
    this.#vowel = null;
    this.#wordless.clear();
  }

  /** Takes a frame; `isSound` when it is part of the sound. */
  push(frame: Int16Array, isSound: boolean, hasPitch: boolean): void {
    this.#samples.copyWithin(0, frame.length);
    this.#samples.set(frame, this.#samples.length - frame.length);
    this.#isDull = false;
    if (!this.#isOverPlayed || !(isSound || this.#frames.length > 0)) return;
    const spectrum = this.#spectrum();
    const shape = soundFrame(spectrum);
    const low = sumOf(spectrum.subarray(0, lowBands));
    const high = sumOf(spectrum.subarray(lowBands));
    const highShare = sumOf(spectrum.subarray(highBands)) / Math.max(low + high, 1);
    this.#wordless.push({ ...shape, highShare, hasPitch });
    if (this.#frames.length === framesMax && !this.#mayBeHum && !this.#vowel) return;
    this.#isDull = high <= wholeMax * low;
    if (isSound && this.#isDull && this.#wasOpen) this.#closedWithin++;
    this.#wasOpen ||= isSound && !this.#isDull;
    this.#noteShape(shape);
    if (isSound && this.#mayBeHum) this.#noteLips({ low, high });
  }

  #noteShape(frame: SoundFrame): void {
    this.#peak = Math.max(this.#peak, frame.level);
    if (this.#frames.length < framesMax) this.#frames.push(frame);
    if (!this.#vowel) {
      if (this.#vowelFrames === 0 && isReturnedVowel(this.#frames)) this.#vowel = frame;
      return;
    }
    const isOther =
      difference(frame, this.#vowel) > movedShape && frame.level > this.#vowel.level - movedBelow;
    this.#moved = isOther ? this.#moved + 1 : 0;
    if (++this.#vowelFrames > vowelFramesMax || this.#moved === movedFrames) this.#vowel = null;
  }

  #noteLips(bands: Bands): void {
    const { low, high } = this.#whole;
    this.#whole = { low: low + bands.low, high: high + bands.high };
    if (++this.#count < framesMin) return;
    const energy = bands.low + bands.high;
    this.#softest = Math.min(this.#softest, energy);
    this.#loudest = Math.max(this.#loudest, energy);
    const isQuiet = energy < (quietShare * (this.#whole.low + this.#whole.high)) / this.#count;
    this.#mayBeHum = isClosed(this.#whole, isQuiet ? this.#whole : bands);
  }

  /** Returns the energy of each band in the newest 32 ms. */
  #spectrum(): Float64Array {
    const re = this.#re;
    const im = this.#im.fill(0);
    for (let n = 0; n < re.length; n++) re[n] = this.#samples[n]! * this.#window[n]!;
    this.#fft.transform(re, im);
    const energies = new Float64Array(bandBins.length - 1);
    for (let band = 0; band < energies.length; band++) {
      for (let k = bandBins[band]!; k < bandBins[band + 1]!; k++)
        energies[band]! += re[k]! ** 2 + im[k]! ** 2;
    }
    return energies;
  }
}

function sumOf(energies: Float64Array): number {
  return energies.reduce((sum, energy) => sum + energy, 0);
}
