/** Lags that are looked at, in samples at 4 kHz: pitches from 400 down to 70 Hz. */
const lagMin = 10;
const lagMax = 57;

/**
 * How periodic the last `count` samples of `samples` (4 kHz) are, from 0 to 1: the highest peak of the normalized
 * autocorrelation at the pitches of voices. Vowels are above 0.6; noise of any colour, which has no peak, below 0.4.
 */
export function voicing(samples: Float64Array, count: number): number {
  const start = samples.length - count;
  const length = count - lagMax;
  let energy = 0;
  for (let i = start + lagMax; i < samples.length; i++) energy += samples[i]! ** 2;
  if (energy === 0) return 0;
  let lagged = 0;
  for (let i = 0; i < length; i++) lagged += samples[start + i]! ** 2;
  let best = 0;
  let before = 1;
  let rising = false;
  // From the longest lag down, the energy of the lagged stretch goes on by one sample in and one out.
  for (let lag = lagMax; lag >= lagMin - 1; lag--) {
    const offset = start + lagMax - lag;
    let product = 0;
    for (let i = 0; i < length; i++) product += samples[offset + lag + i]! * samples[offset + i]!;
    const value = lagged > 0 ? product / Math.sqrt(energy * lagged) : 0;
    if (rising && value < before && before > best) best = before;
    rising = value > before;
    before = value;
    lagged += samples[offset + length]! ** 2 - samples[offset]! ** 2;
  }
  return best;
}
