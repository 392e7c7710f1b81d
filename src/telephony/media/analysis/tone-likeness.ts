/** Samples of the longest look: 64 ms at 4 kHz, which tells frequencies 30 Hz apart. */
export const toneWindow = 256;
/** Looks may be shorter by multiples of this, down to 30 ms. */
const lengthStep = 40;
const lengthMin = 3 * lengthStep;

const half = toneWindow / 2;
/** Below 47 Hz lie hum and what is left of a direct current. */
const lowestBin = 3;

/** Hann windows by their length in steps, rounded up. */
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
 * How much of the last `length` of 256 `samples` (4 kHz) is one or two pure tones, from 0 to 1, when the noise that
 * was there before, `noiseEnergy` a sample, is left out. Keys, dial, ringing and busy tones are above 0.99; of the
 * frames of a voice a few are, with the deepest vowels, but hardly one after the other. A look that begins before
 * the sound does would see its beginning as a noise, so the length is that of the sound; 30 ms are needed at least.
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
  // Bins on each side of a peak that the window spreads a pure tone over.
  const spread = Math.ceil((2 * toneWindow) / window.length);
  const tones = takePeak(spread) + takePeak(spread);
  // The sum of a Hann window's squares is 3/8 of its length; half of the bins are looked at.
  const noise = noiseEnergy * window.length * (3 / 8) * half;
  return total === 0 ? 0 : tones / Math.max(tones, total - noise);
}

/** The energy around the highest peak, which is taken out of the spectrum. */
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

/** The Fourier transform of `re` and `im` in place; the input is in bit-reversed order (Cooley and Tukey). */
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
