/** The examined lags, in samples at 4 kHz: pitches from 400 down to 70 Hz. */
const lagMin = 10;
const lagMax = 57;

/**
 * Returns how periodic the last `count` of the samples (4 kHz) before `end` are, from 0 to 1. That is the highest peak of
 * the normalized autocorrelation at the pitches of voices, or the first peak above `enough`. Vowels are above 0.6; noise
 * of any colour, which has no peak, is below 0.4.
 */
export function voicing(samples: Float64Array, end: number, count: number, enough = 1): number {
  const start = end - count;
  const length = count - lagMax;
  const energy = product(samples, start + lagMax, start + lagMax, length);
  if (energy === 0) return 0;
  let lagged = product(samples, start, start, length);
  let best = 0;
  let before = 1;
  let rising = false;
  // From one lag to the next, the lagged stretch gains a sample and loses one.
  for (let lag = lagMax; lag >= lagMin - 1; lag--) {
    const offset = start + lagMax - lag;
    const value =
      lagged > 0 ? product(samples, start + lagMax, offset, length) / Math.sqrt(energy * lagged) : 0;
    if (rising && value < before && before > best) {
      if (before > enough) return before;
      best = before;
    }
    rising = value > before;
    before = value;
    lagged += samples[offset + length]! ** 2 - samples[offset]! ** 2;
  }
  return best;
}

/** Returns the inner product of two stretches. Four sums run in parallel; a single one would wait for each sample. */
function product(samples: Float64Array, at: number, other: number, length: number): number {
  let [first, second, third, fourth] = [0, 0, 0, 0];
  const whole = length & ~3;
  for (let i = 0; i < whole; i += 4) {
    first += samples[at + i]! * samples[other + i]!;
    second += samples[at + i + 1]! * samples[other + i + 1]!;
    third += samples[at + i + 2]! * samples[other + i + 2]!;
    fourth += samples[at + i + 3]! * samples[other + i + 3]!;
  }
  for (let i = whole; i < length; i++) first += samples[at + i]! * samples[other + i]!;
  return first + second + third + fourth;
}
