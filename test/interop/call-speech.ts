import { resample } from '../../src/media/index.ts';
import { Flite } from '../../src/providers/flite/index.ts';
import { wholeSpeech } from '../../src/providers/kit/index.ts';
import { correlate } from '../audio/correlation.ts';

/** A text as the embedded voice says it: what a call is held against. */
export async function spoken(text: string, atRateHz = 8000): Promise<Int16Array> {
  await using voice = new Flite();
  const { pcm, sampleRateHz } = await wholeSpeech(voice.speak({ text, voice: null, language: 'en-US' }));
  return resample(pcm, sampleRateHz, atRateHz);
}

/** How much of a text is in a recording, and where it begins. */
export interface Heard {
  /** From 0 to 1: the median likeness of its pieces. */
  likeness: number;
  /** Seconds from the beginning of the recording to that of the text, by its first loud piece. */
  startSeconds: number;
}

const pieceSamples = 3200;

/**
 * Finds speech in a recording piece by piece, so that a gap, where a busy machine was too late for a packet, costs
 * the piece that it falls into and not all that comes after it.
 */
export function hear(recording: Int16Array, speech: Int16Array): Heard {
  const energy = (pcm: Int16Array) => pcm.reduce((sum, sample) => sum + sample ** 2, 0);
  const enough = (energy(speech) / speech.length) * pieceSamples * 0.2;
  const found: { at: number; lag: number; coefficient: number }[] = [];
  for (let at = 0; at + pieceSamples <= speech.length; at += pieceSamples) {
    const piece = speech.subarray(at, at + pieceSamples);
    if (energy(piece) >= enough) found.push({ at, ...correlate(recording, piece) });
  }
  const [first] = found;
  const coefficients = found.map(({ coefficient }) => coefficient).toSorted((a, b) => a - b);
  return {
    likeness: coefficients[Math.floor(coefficients.length / 2)] ?? 0,
    startSeconds: first ? (first.lag - first.at) / 8000 : Number.NaN,
  };
}
