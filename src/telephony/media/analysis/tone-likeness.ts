/** The samples of the longest look: 64 ms at 4 kHz, which separates frequencies 30 Hz apart. */
export const toneWindow = 256;
/** Shorter looks are multiples of this, down to 30 ms. */
const lengthStep = 40;
const lengthMin = 3 * lengthStep;

const half = toneWindow / 2;
/** Frequencies below 47 Hz are hum and the remainder of a direct current. */
const lowestBin = 3;

/** Hann windows, indexed by their length in steps, rounded up. */
const windows = Array.from({ length: Math.ceil(toneWindow / lengthStep) + 1 }, (_, steps) => {
  const length = Math.min(toneWindow, steps * lengthStep);
  return Float64Array.from({ length }, (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / length));
});
const cosines = Float64Array.from({ length: half }, (_, k) => Math.cos((2 * Math.PI * k) / toneWindow));
const sines = Float64Array.from({ length: half }, (_, k) => -Math.sin((2 * Math.PI * k) / toneWindow));
const reversed = Uint16Array.from({ length: toneWindow }, (_, i) => {
  let bits = 0;
  for (let bit = 1; bit < toneWindow; bit <<= 1) bits = (bits << 1) | (i & bit ? 1 : 0);
  return bits;
});
const re = new Float64Array(toneWindow);
const im = new Float64Array(toneWindow);
const power = new Float64Array(half);

/**
 * Returns the share of one or two pure tones in the last `length` of 256 `samples` (4 kHz), from 0 to 1. Earlier noise of
 * `noiseEnergy` a sample is left out. Keys, dial, ringing and busy tones are above 0.99. So are a few frames of a voice,
 * in the deepest vowels, but rarely consecutive ones.
 *
 * `length` must be that of the sound, at least 30 ms: its beginning would look like noise.
 */
export function toneLikeness(samples: Float64Array, length: number, noiseEnergy: number): number {
  const steps = Math.ceil(Math.max(lengthMin, Math.min(length, toneWindow)) / lengthStep);
  const window = windows[steps]!;
  re.fill(0);
  im.fill(0);
  const start = toneWindow - window.length;
  for (let n = 0; n < window.length; n++) re[reversed[n]!] = samples[start + n]! * window[n]!;
  transform();
  let total = 0;
  for (let k = 0; k < half; k++) {
    power[k] = k < lowestBin ? 0 : re[k]! ** 2 + im[k]! ** 2;
    total += power[k]!;
  }
  // The window spreads a pure tone over this many bins on each side of its peak.
  const spread = Math.ceil((2 * toneWindow) / window.length);
  const tones = takePeak(spread) + takePeak(spread);
  // The sum of a Hann window's squares is 3/8 of its length; half of the bins are examined.
  const noise = noiseEnergy * window.length * (3 / 8) * half;
  return total === 0 ? 0 : tones / Math.max(tones, total - noise);
}

/** Removes the highest peak from the spectrum, and returns its energy. */
function takePeak(spread: number): number {
  let peak = lowestBin;
  for (let k = lowestBin; k < half; k++) if (power[k]! > power[peak]!) peak = k;
  let sum = 0;
  for (let k = Math.max(lowestBin, peak - spread); k <= Math.min(half - 1, peak + spread); k++) {
    sum += power[k]!;
    power[k] = 0;
  }
  return sum;
}

/** Computes the Fourier transform of `re` and `im` in place, from bit-reversed input (Cooley and Tukey). */
function transform(): void {
  for (let size = 2; size <= toneWindow; size *= 2) {
    const step = toneWindow / size;
    for (let k = 0; k < size / 2; k++) {
      const cos = cosines[k * step]!;
      const sin = sines[k * step]!;
      for (let i = k; i < toneWindow; i += size) {
        const j = i + size / 2;
        const oddRe = re[j]! * cos - im[j]! * sin;
        const oddIm = re[j]! * sin + im[j]! * cos;
        re[j] = re[i]! - oddRe;
        im[j] = im[i]! - oddIm;
        re[i] = re[i]! + oddRe;
        im[i] = im[i]! + oddIm;
      }
    }
  }
}
