import type { SpeechChunk } from '../spec/index.ts';
import { PcmReader } from './pcm-reader.ts';
import { ProviderError } from './provider-error.ts';

/** What files of audio begin with: WAV, Ogg, FLAC, MP3. Played as samples they are noise. */
const files = ['RIFF', 'OggS', 'fLaC', 'ID3'];

/** Speech out of a body of 16-bit little-endian mono samples. Throws a ProviderError where it is a file instead. */
export async function* pcmSpeech(
  provider: string,
  body: AsyncIterable<Uint8Array>,
  sampleRateHz: number,
): AsyncIterable<SpeechChunk> {
  const reader = new PcmReader();
  let isFirst = true;
  for await (const part of body) {
    if (isFirst) requireSamples(provider, part);
    isFirst = false;
    const pcm = reader.read(part);
    if (pcm.length > 0) yield { pcm, sampleRateHz };
  }
}

function requireSamples(provider: string, head: Uint8Array): void {
  const begin = String.fromCharCode(...head.subarray(0, 4));
  const file = files.find((one) => begin.startsWith(one));
  if (file === undefined) return;
  const message = `${provider} answered with a file (${file}) where bare samples were asked for`;
  throw new ProviderError(provider, message, { retryable: false });
}
