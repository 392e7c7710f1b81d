/** The sample rate of G.711, in hertz. */
export const telephoneRateHz = 8_000;

/** The interval between two packets of a stream. */
export const tickMs = 20;

/** Returns a copy of `pcm` that is louder by `decibels` (negative: quieter), clipped at full scale. */
export function applyGain(pcm: Int16Array, decibels: number): Int16Array {
  const factor = 10 ** (decibels / 20);
  return pcm.map((sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * factor))));
}

/** Returns the samples, or units of a clock, in a tick of 20 ms. */
export function samplesPerTick(sampleRateHz: number): number {
  return (sampleRateHz * tickMs) / 1000;
}
