import type { SpeechAudio, SpeechChunk } from '../interfaces/index.ts';

/** Longer speech is cut here, because all its samples are held in memory. */
const secondsMax = 300;

/** Returns a whole speech, of at most five minutes. `sampleRateHz` is 8000 for an empty one. Rejects with the speech's error. */
export async function wholeSpeech(speech: AsyncIterable<SpeechChunk>): Promise<SpeechAudio> {
  const parts: SpeechChunk[] = [];
  let seconds = 0;
  for await (const part of speech) {
    parts.push(part);
    seconds += part.pcm.length / part.sampleRateHz;
    if (seconds >= secondsMax) break;
  }
  const [only] = parts;
  if (only && parts.length === 1) return { pcm: only.pcm, sampleRateHz: only.sampleRateHz };
  const pcm = new Int16Array(parts.reduce((length, part) => length + part.pcm.length, 0));
  let at = 0;
  for (const part of parts) {
    pcm.set(part.pcm, at);
    at += part.pcm.length;
  }
  return { pcm, sampleRateHz: only?.sampleRateHz ?? 8000 };
}
