/** Samples a second of everything that goes over a telephone line with G.711. */
export const telephoneRateHz = 8_000;

/** Milliseconds between two packets of a stream. */
export const tickMs = 20;

/** A copy of `pcm` louder by `decibels` (negative: quieter), clipped at full scale instead of wrapping round. */
export function applyGain(pcm: Int16Array, decibels: number): Int16Array {
  const factor = 10 ** (decibels / 20);
  return pcm.map((sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * factor))));
}

/** Samples, or units of a clock, in one tick of 20 ms. */
export function samplesPerTick(sampleRateHz: number): number {
  return (sampleRateHz * tickMs) / 1000;
}
