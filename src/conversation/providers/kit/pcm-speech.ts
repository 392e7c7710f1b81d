import type { SpeechChunk } from '../interfaces/index.ts';
import { beginsMp3, mp3FrameBytes, mp3HeaderBytes } from './mp3-frame.ts';
import { PcmReader } from './pcm-reader.ts';
import { ProviderError } from './provider-error.ts';

/** The first bytes of audio files: WAV, Ogg, FLAC, MP3. Played as samples, such a file is noise. */
const files = ['RIFF', 'OggS', 'fLaC', 'ID3'];
const fileBytes = 4;

/** Streams speech from a body of 16-bit little-endian mono samples. Throws a `ProviderError` when the body is a file. */
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

/** Yields the body with a first part that is long enough to recognize a file. */
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

/** Returns how many bytes are needed to recognize a file. */
function headBytes(head: Uint8Array): number {
  const frameBytes = mp3FrameBytes(head);
  return frameBytes === null ? fileBytes : frameBytes + mp3HeaderBytes;
}

function requireSamples(provider: string, head: Uint8Array): void {
  const begin = String.fromCharCode(...head.subarray(0, fileBytes));
  const file = files.find((one) => begin.startsWith(one)) ?? (beginsMp3(head) ? 'MP3' : undefined);
  if (file === undefined) return;
  const message = `${provider} answered with a file (${file}) instead of raw samples`;
  throw new ProviderError(provider, message, { retryable: false });
}
