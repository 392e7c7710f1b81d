/**
 * Signals for tests, with the bandwidth of speech. They do not correlate with each other, and are the same in every run.
 * The default sample rate is 8 kHz.
 */

/** Returns a tone of `frequencyHz`. */
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

/** Returns noise from a seeded generator. Two seeds give signals that do not correlate. */
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
