import type { SpeechChunk } from '../spec/index.ts';
import { PcmReader } from './pcm-reader.ts';

/** Speech out of a body of 16-bit little-endian mono samples. */
export async function* pcmSpeech(
  body: AsyncIterable<Uint8Array>,
  sampleRateHz: number,
): AsyncIterable<SpeechChunk> {
  const reader = new PcmReader();
  for await (const part of body) {
    const pcm = reader.read(part);
    if (pcm.length > 0) yield { pcm, sampleRateHz };
  }
}
