import type { SpokenWord } from '../interfaces/index.ts';
import { asArray, asNumber, ProviderError, parseMessage } from '../kit/index.ts';

/** The most characters of one object. A second of audio in base64 takes 130,000. */
const lineLengthMax = 8_388_608;

/** Parses a body of JSON objects, one a line. Throws a `ProviderError` for anything else. */
export async function* jsonLines(
  provider: string,
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<Record<string, unknown>, void, undefined> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  let length = 0;
  for await (const bytes of body) {
    const lines = decoder.decode(bytes, { stream: true }).split('\n');
    for (const [n, line] of lines.entries()) {
      parts.push(line);
      length += line.length;
      if (length > lineLengthMax) {
        throw new ProviderError(provider, `${provider} sent an object that is too long`, {
          retryable: false,
        });
      }
      if (n === lines.length - 1) continue;
      const whole = parts.join('');
      parts = [];
      length = 0;
      if (whole.trim() !== '') yield parseMessage(provider, whole);
    }
  }
  const rest = parts.join('');
  if (rest.trim() !== '') yield parseMessage(provider, rest);
}

/** Returns the samples of a piece of audio, without the header of a WAV file if it has one. */
export function withoutWavHeader(bytes: Buffer): Buffer {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF') return bytes;
  const at = bytes.indexOf('data', 12, 'latin1');
  return at < 0 ? Buffer.alloc(0) : bytes.subarray(at + 8);
}

/** Returns words whose times are seconds in parallel lists. Entries without letters or digits are left out. */
export function wordsOfLists(words: unknown, starts: unknown, ends: unknown): SpokenWord[] {
  return asArray(words).flatMap((word, n) => {
    const [start, end] = [asNumber(asArray(starts)[n]), asNumber(asArray(ends)[n])];
    if (typeof word !== 'string' || start === null || end === null || !/[\p{L}\p{N}]/u.test(word)) return [];
    return [{ text: word, startMs: Math.round(start * 1000), endMs: Math.round(end * 1000) }];
  });
}
