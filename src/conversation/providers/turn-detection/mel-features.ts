import { powers, size as window } from './fourier.ts';

/**
 * The features of Whisper (openai/whisper `audio.py`, `WhisperFeatureExtractor` of transformers) for 8 s of audio at 16 kHz,
 * with its normalization of the volume (`do_normalize`): the logarithms of a spectrogram with 80 mel bands.
 */
export const featuresRateHz = 16_000;
export const bandCount = 80;
export const frameCount = 800;

const hop = 160;
const half = window / 2;
const binCount = half + 1;
const sampleCount = frameCount * hop;
/** The logarithm of the quietest band, and the range below the loudest band that is kept. */
const quietest = -10;
const range = 8;

/** A Hann window with a period of 400 samples. */
const hann = Float64Array.from(
  { length: window },
  (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / window),
);
/** Slaney's scale is linear up to 1 kHz, the mel 15, and logarithmic above. */
const logStep = Math.log(6.4) / 27;
const bands = melBands();

/**
 * Returns `bandCount` rows of `frameCount` features. Of longer audio only the last 8 s count; shorter audio is preceded by
 * silence.
 */
export function melFeatures(pcm: Int16Array): Float32Array {
  const audio = pcm.subarray(Math.max(pcm.length - sampleCount, 0));
  const padding = sampleCount - audio.length;
  const samples = normalized(audio, padding);
  const features = new Float32Array(bandCount * frameCount);
  // Frames that end within the padding are all equal, so that one of them is computed.
  const first = Math.max(Math.floor((padding - half) / hop), 0);
  const [power, nextPower] = [new Float64Array(binCount), new Float64Array(binCount)];
  let loudest = quietest;
  for (let frame = first; frame < frameCount; frame += 2) {
    powers(frameOf(samples, frame), frameOf(samples, frame + 1), power, nextPower);
    loudest = Math.max(loudest, writeBands(power, features, frame));
    if (frame + 1 < frameCount) loudest = Math.max(loudest, writeBands(nextPower, features, frame + 1));
  }
  for (let at = 0; at < features.length; at += frameCount) {
    features.fill(features[at + first]!, at, at + first);
  }
  return features.map((value) => (Math.max(value, loudest - range) + 4) / 4);
}

/** Returns the audio after its padding, with mean 0 and variance 1, and mirrored by half a window at both ends. */
function normalized(audio: Int16Array, padding: number): Float64Array {
  let sum = 0;
  let squares = 0;
  for (let n = 0; n < audio.length; n++) {
    const sample = audio[n]! / 32_768;
    sum += sample;
    squares += sample * sample;
  }
  const mean = sum / sampleCount;
  const scale = 1 / Math.sqrt(Math.max(squares / sampleCount - mean * mean, 0) + 1e-7);
  const samples = new Float64Array(sampleCount + window).fill(-mean * scale);
  for (let n = 0; n < audio.length; n++) {
    samples[half + padding + n] = (audio[n]! / 32_768 - mean) * scale;
  }
  const last = half + sampleCount - 1;
  for (let n = 1; n <= half; n++) {
    samples[half - n] = samples[half + n]!;
    samples[last + n] = samples[last - n]!;
  }
  return samples;
}

/** Returns the windowed samples of a frame. */
function frameOf(samples: Float64Array, frame: number): Float64Array {
  const windowed = samples.slice(frame * hop, frame * hop + window);
  for (let n = 0; n < window; n++) windowed[n]! *= hann[n]!;
  return windowed;
}

/** Writes one frame as logarithms to the base 10. Returns the loudest one. */
function writeBands(power: Float64Array, features: Float32Array, frame: number): number {
  let loudest = quietest;
  for (const [band, { from, weights }] of bands.entries()) {
    let sum = 0;
    for (let n = 0; n < weights.length; n++) sum += weights[n]! * power[from + n]!;
    const value = Math.max(Math.log10(sum), quietest);
    features[band * frameCount + frame] = value;
    loudest = Math.max(loudest, value);
  }
  return loudest;
}

/** A triangular filter: the weights of the bins from number `from` on. */
interface Band {
  from: number;
  weights: Float64Array;
}

/** Returns the filters on Slaney's mel scale from 0 to 8 kHz, each of the area 1. */
function melBands(): Band[] {
  const top = toMel(featuresRateHz / 2);
  const edges = Array.from({ length: bandCount + 2 }, (_, n) => toHz((top * n) / (bandCount + 1)));
  const binHz = featuresRateHz / window;
  return Array.from({ length: bandCount }, (_, band) => {
    const [low, middle, high] = [edges[band]!, edges[band + 1]!, edges[band + 2]!];
    const from = Math.ceil(low / binHz);
    const count = Math.floor(high / binHz) - from + 1;
    const weights = Float64Array.from({ length: count }, (_, n) => {
      const hz = (from + n) * binHz;
      const slope = Math.min((hz - low) / (middle - low), (high - hz) / (high - middle));
      return (2 * slope) / (high - low);
    });
    return { from, weights };
  });
}

function toMel(hz: number): number {
  return hz < 1000 ? (3 * hz) / 200 : 15 + Math.log(hz / 1000) / logStep;
}

function toHz(mel: number): number {
  return mel < 15 ? (200 * mel) / 3 : 1000 * Math.exp((mel - 15) * logStep);
}
