/** Milliseconds that the voice of a server under test takes for a character. */
export const msPerCharacter = 60;

/**
 * What a server under test says instead of words: a tone that is as long as the text would take, each sample of it
 * different from its neighbours, so that parts that are lost, doubled or out of order show.
 */
export function voiceAudio(text: string, sampleRateHz: number): Int16Array {
  const length = Math.round((text.length * msPerCharacter * sampleRateHz) / 1000);
  return Int16Array.from({ length }, (_, n) =>
    Math.round(6_000 * Math.sin((n * n) / 400_000 + n / 9) + (n % 97)),
  );
}

/** Splits audio into parts of `partMs` and a rest, as bytes of 16-bit little-endian samples. */
export function audioParts(pcm: Int16Array, sampleRateHz: number, partMs: number): Buffer[] {
  const size = Math.round((partMs * sampleRateHz) / 1000);
  const parts: Buffer[] = [];
  for (let at = 0; at < pcm.length; at += size) {
    const part = pcm.subarray(at, at + size);
    parts.push(Buffer.from(part.buffer, part.byteOffset, part.byteLength));
  }
  return parts;
}
