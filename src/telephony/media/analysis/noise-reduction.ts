import { samplesPerTick, tickMs } from '../codec/pcm.ts';
import { Fft } from './fft.ts';

/** Reduced audio is so much late. */
export const noiseReductionDelayMs = tickMs;

/** Noise is reduced above the first level, and until it falls below the second, in decibels as in `voice-activity.ts`. */
const noisyFrom = 40;
const quietBelow = 36;
/** The noise is the quietest frame of this time. The first look comes sooner. */
const lookFrames = 1000 / tickMs;
const firstLookFrames = 200 / tickMs;

/** The frames whose mean is the first estimate of the noise. */
const learningFrames = 3;
/** The level of speech above the noise that its probability presumes: 15 dB. */
const speechRatio = 10 ** 1.5;
/** How much of the old estimate of the noise, and of the probability of speech, stays with each frame. */
const noiseKept = 0.8;
const probabilityKept = 0.9;
/** A higher mean probability may be a rise of the noise. It is limited, so that the estimate follows. */
const probabilityMax = 0.99;
/** How much the last frame counts for the ratio of speech and noise in this one. */
const ratioKept = 0.98;
/** The most reduction: 20 dB. More sounds like water and hides soft consonants. */
const gainMin = 0.1;

/**
 * Reduces steady noise, such as of a car, a fan or a bad line, in frames of 20 ms. Frames pass unchanged on a quiet line,
 * at the cost of their level.
 */
export class NoiseReduction {
  readonly #samples: number;
  readonly #before: Int16Array;
  /** `null` while the line is quiet. */
  #filter: NoiseFilter | null = null;
  #quietest = Number.POSITIVE_INFINITY;
  #looksAfter = firstLookFrames;

  constructor(sampleRateHz: number) {
    this.#samples = samplesPerTick(sampleRateHz);
    this.#before = new Int16Array(this.#samples);
  }

  /** Whether the line is noisy, so that frames are reduced and come 20 ms late. */
  get isNoisy(): boolean {
    return this.#filter !== null;
  }

  /** Returns the frame of 20 ms, or the reduced frame before it. The next call overwrites the latter. */
  push(frame: Int16Array): Int16Array {
    this.#look(frame);
    const heard = this.#filter?.push(this.#before, frame) ?? frame;
    this.#before.set(frame);
    return heard;
  }

  /** Decides once a second whether the line is noisy. */
  #look(frame: Int16Array): void {
    let energy = 0;
    for (let n = 0; n < frame.length; n++) energy += frame[n]! ** 2;
    this.#quietest = Math.min(this.#quietest, energy / frame.length);
    if (--this.#looksAfter > 0) return;
    const level = 10 * Math.log10(this.#quietest + 1e-9);
    if (level < (this.#filter ? quietBelow : noisyFrom)) this.#filter = null;
    else this.#filter ??= new NoiseFilter(this.#samples);
    this.#quietest = Number.POSITIVE_INFINITY;
    this.#looksAfter = lookFrames;
  }
}

/**
 * The filter of a noisy line. The noise of each frequency is estimated by the probability that it contains no speech (Gerkmann
 * and Hendriks, 2012). A Wiener filter with the decision-directed ratio of speech to noise (Ephraim and Malah, 1984) gives the
 * gains. Frames overlap by half; a filtered frame is the one before the frame that was given.
 */
class NoiseFilter {
  readonly #samples: number;
  readonly #fft: Fft;
  readonly #window: Float64Array;
  readonly #re: Float64Array;
  readonly #im: Float64Array;
  /** For each frequency: the power of the noise, the mean probability of speech, and the last power of the speech. */
  readonly #noise: Float64Array;
  readonly #probability: Float64Array;
  readonly #speech: Float64Array;
  readonly #overlap: Float64Array;
  readonly #out: Int16Array;
  #frames = 0;

  constructor(samples: number) {
    const size = 2 ** Math.ceil(Math.log2(2 * samples));
    this.#samples = samples;
    this.#fft = new Fft(size);
    // The square root of a Hann window, as it is applied before and after the gains.
    this.#window = Float64Array.from({ length: 2 * samples }, (_, n) =>
      Math.sin((Math.PI * (n + 0.5)) / (2 * samples)),
    );
    this.#re = new Float64Array(size);
    this.#im = new Float64Array(size);
    this.#noise = new Float64Array(size / 2 + 1);
    this.#probability = new Float64Array(size / 2 + 1).fill(0.5);
    this.#speech = new Float64Array(size / 2 + 1);
    this.#overlap = new Float64Array(samples);
    this.#out = new Int16Array(samples);
  }

  /** Returns the filtered frame `before`; `frame` follows it. */
  push(before: Int16Array, frame: Int16Array): Int16Array {
    const samples = this.#samples;
    const window = this.#window;
    const re = this.#re.fill(0);
    const im = this.#im.fill(0);
    for (let n = 0; n < samples; n++) {
      re[n] = before[n]! * window[n]!;
      re[n + samples] = frame[n]! * window[n + samples]!;
    }
    this.#fft.transform(re, im);
    this.#frames++;
    const { size } = this.#fft;
    for (let k = 0; k <= size / 2; k++) {
      // The scale of the inverse transform is part of the gain.
      const gain = this.#gain(k, re[k]! ** 2 + im[k]! ** 2 + 1e-3) / size;
      re[k] = re[k]! * gain;
      im[k] = im[k]! * gain;
      if (k === 0 || k === size / 2) continue;
      re[size - k] = re[k]!;
      im[size - k] = -im[k]!;
    }
    this.#fft.inverse(re, im);
    for (let n = 0; n < samples; n++) {
      const sample = this.#overlap[n]! + re[n]! * window[n]!;
      this.#out[n] = Math.max(-32_768, Math.min(32_767, Math.round(sample)));
      this.#overlap[n] = re[n + samples]! * window[n + samples]!;
    }
    return this.#out;
  }

  /** Returns the gain of a frequency with this power. */
  #gain(k: number, power: number): number {
    const noise = this.#estimate(k, power);
    const ratio = (ratioKept * this.#speech[k]!) / noise + (1 - ratioKept) * Math.max(power / noise - 1, 0);
    const gain = ratio / (1 + ratio);
    this.#speech[k] = gain ** 2 * power;
    return Math.max(gain, gainMin);
  }

  /** Returns the new estimate of a frequency's noise. */
  #estimate(k: number, power: number): number {
    const noise = this.#noise[k]!;
    if (this.#frames <= learningFrames) {
      this.#noise[k] = noise + (power - noise) / this.#frames;
      return this.#noise[k]!;
    }
    const against = (1 + speechRatio) * Math.exp((-power / noise) * (speechRatio / (1 + speechRatio)));
    let probability = 1 / (1 + against);
    this.#probability[k] = probabilityKept * this.#probability[k]! + (1 - probabilityKept) * probability;
    if (this.#probability[k]! > probabilityMax) probability = Math.min(probability, probabilityMax);
    const withoutSpeech = probability * noise + (1 - probability) * power;
    this.#noise[k] = noiseKept * noise + (1 - noiseKept) * withoutSpeech;
    return this.#noise[k]!;
  }
}
