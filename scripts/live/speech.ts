import { Flite } from '../../src/conversation/providers/flite/index.ts';
import { resample } from '../../src/telephony/media/index.ts';

/** Audio of the checks is that of a telephone. */
export const sampleRateHz = 8_000;
const pieceMs = 20;
const pieceSamples = (sampleRateHz * pieceMs) / 1_000;

/** Returns a sentence as the embedded voice says it, in pieces. */
export async function spoken(text: string): Promise<Int16Array[]> {
  await using flite = new Flite();
  const pieces: Int16Array[] = [];
  for await (const { pcm, sampleRateHz: fromHz } of flite.speak({ text, voice: null, language: 'en' })) {
    const samples = resample(pcm, fromHz, sampleRateHz);
    for (let at = 0; at < samples.length; at += pieceSamples)
      pieces.push(samples.slice(at, at + pieceSamples));
  }
  return pieces;
}

export function silence(ms: number): Int16Array[] {
  return Array.from({ length: Math.ceil(ms / pieceMs) }, () => new Int16Array(pieceSamples));
}

/** The pace of a caller, who speaks a piece in its own time. Tests do not wait. */
export type Pace = 'real' | 'fast';

/** Sends pieces at a pace. Returns the position after the last. */
export async function send(
  pieces: readonly Int16Array[],
  fromMs: number,
  pace: Pace,
  write: (pcm: Int16Array, atMs: number) => void,
): Promise<number> {
  let atMs = fromMs;
  for (const piece of pieces) {
    write(piece, atMs);
    atMs += pieceMs;
    if (pace === 'real') await new Promise((resolve) => setTimeout(resolve, pieceMs));
  }
  return atMs;
}
