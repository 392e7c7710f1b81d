import type { SpeechChunk } from '../interfaces/index.ts';
import { beginsMp3, mp3FrameBytes, mp3HeaderBytes } from './mp3-frame.ts';
import { PcmReader } from './pcm-reader.ts';
import { ProviderError } from './provider-error.ts';

/** What files of audio begin with: WAV, Ogg, FLAC, MP3. Played as samples they are noise. */
const files = ['RIFF', 'OggS', 'fLaC', 'ID3'];
/** The longest of these. */
const fileBytes = 4;

/** Speech out of a body of 16-bit little-endian mono samples. Throws a ProviderError where it is a file instead. */
export async function* pcmSpeech(
  provider: string,
  body: AsyncIterable<Uint8Array>,
  sampleRateHz: number,
): AsyncIterable<SpeechChunk> {
  const reader = new PcmReader();
  for await (const part of withWholeHead(body)) {
    if (part.isHead) requireSamples(provider, part.bytes);
    const pcm = reader.read(part.bytes);
    if (pcm.length > 0) yield { pcm, sampleRateHz };
  }
}

/** The body, whose first part is as long as it has to be to tell a file, or all that there is. */
async function* withWholeHead(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ bytes: Uint8Array; isHead: boolean }> {
  let head: Uint8Array | null = new Uint8Array(0);
  for await (const part of body) {
    if (head === null) yield { bytes: part, isHead: false };
    else {
      head = head.length === 0 ? part : Buffer.concat([head, part]);
      if (head.length < headBytes(head)) continue;
      yield { bytes: head, isHead: true };
      head = null;
    }
  }
  if (head !== null) yield { bytes: head, isHead: true };
}

/** How many bytes have to be there to tell. */
function headBytes(head: Uint8Array): number {
  const frameBytes = mp3FrameBytes(head);
  return frameBytes === null ? fileBytes : frameBytes + mp3HeaderBytes;
}

function requireSamples(provider: string, head: Uint8Array): void {
  const begin = String.fromCharCode(...head.subarray(0, fileBytes));
  const file = files.find((one) => begin.startsWith(one)) ?? (beginsMp3(head) ? 'MP3' : undefined);
  if (file === undefined) return;
  const message = `${provider} answered with a file (${file}) where bare samples were asked for`;
  throw new ProviderError(provider, message, { retryable: false });
}
