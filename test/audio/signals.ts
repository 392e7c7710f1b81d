/**
 * Signals for tests: speech-like in bandwidth, never like each other, and the same at every run. 8 kHz unless
 * said otherwise.
 */

/** A tone of `frequencyHz`. */
export function tone(
  frequencyHz: number,
  durationMs: number,
  amplitude = 8_000,
  sampleRateHz = 8_000,
): Int16Array {
  const count = Math.round((durationMs * sampleRateHz) / 1000);
  return Int16Array.from({ length: count }, (_, n) =>
    Math.round(amplitude * Math.sin((2 * Math.PI * frequencyHz * n) / sampleRateHz)),
  );
}

/** Noise from a generator seeded with `seed`: two seeds give signals that do not correlate. */
export function noise(seed: number, durationMs: number, amplitude = 8_000): Int16Array {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  return Int16Array.from({ length: durationMs * 8 }, () => {
    // Xorshift (Marsaglia 2003), 32 bits.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return Math.round((state / 2 ** 31 - 1) * amplitude);
  });
}
