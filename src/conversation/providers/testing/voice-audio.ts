/** The duration of one character in a test server's speech, in milliseconds. */
export const msPerCharacter = 60;

/**
 * Returns a test server's speech: a tone with the duration of the text. Adjacent samples differ, so that lost, doubled or
 * reordered parts are visible.
 */
export function voiceAudio(text: string, sampleRateHz: number): Int16Array {
  const length = Math.round((text.length * msPerCharacter * sampleRateHz) / 1000);
  return Int16Array.from({ length }, (_, n) =>
    Math.round(6_000 * Math.sin((n * n) / 400_000 + n / 9) + (n % 97)),
  );
}

/** Splits audio into parts of `partMs`, as bytes of 16-bit little-endian samples. */
export function audioParts(pcm: Int16Array, sampleRateHz: number, partMs: number): Buffer[] {
  const size = Math.round((partMs * sampleRateHz) / 1000);
  const parts: Buffer[] = [];
  for (let at = 0; at < pcm.length; at += size) {
    const part = pcm.subarray(at, at + size);
    parts.push(Buffer.from(part.buffer, part.byteOffset, part.byteLength));
  }
  return parts;
}
