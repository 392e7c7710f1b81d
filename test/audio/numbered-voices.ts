import { tone } from './signals.ts';

/** The number of voices. Each speaks only its number, as a tone of its own, so that audio identifies its speaker. */
export const numbersMax = 60;

/** A piece contains whole waves of every tone, so that no tone looks like another. */
const pieceSamples = 1600;
const toneHz = (number: number) => 800 + 40 * number;
const sampleRateHz = 8000;

/**
 * Quieter pieces, as a mean square, are ignored: silence, and pieces with too little of a voice to distinguish its tone
 * from the neighbouring ones.
 */
const loudEnergy = 2500 ** 2;

/** Returns a number as an agent says it: its tone alone. */
export function agentSays(number: number, durationMs: number): Int16Array {
  return tone(toneHz(number), durationMs);
}

/** Returns a number as a caller says it: with a human pitch below it, which voice activity detection requires. */
export function callerSays(number: number, durationMs: number): Int16Array {
  const pitch = [125, 250, 375].map((hz) => tone(hz, durationMs, 3000));
  const own = tone(toneHz(number), durationMs, 3000);
  return own.map((sample, n) => sample + pitch.reduce((sum, wave) => sum + wave[n]!, 0));
}

/** Returns the numbers in 8 kHz audio, in ascending order, by the loudest tone of each audible piece. */
export function numbersIn(pcm: Int16Array): number[] {
  const found = new Set<number>();
  for (let at = 0; at + pieceSamples <= pcm.length; at += pieceSamples) {
    const piece = pcm.subarray(at, at + pieceSamples);
    const energy = piece.reduce((sum, sample) => sum + sample ** 2, 0) / pieceSamples;
    if (energy > loudEnergy) found.add(loudest(piece));
  }
  return [...found].toSorted((a, b) => a - b);
}

function loudest(piece: Int16Array): number {
  const powers = Array.from({ length: numbersMax + 1 }, (_, number) => power(piece, toneHz(number)));
  return powers.indexOf(Math.max(...powers));
}

/** Returns the power of a frequency in a piece (Goertzel algorithm). */
function power(piece: Int16Array, hz: number): number {
  const factor = 2 * Math.cos((2 * Math.PI * hz) / sampleRateHz);
  let [last, before] = [0, 0];
  for (const sample of piece) [last, before] = [sample + factor * last - before, last];
  return last ** 2 + before ** 2 - factor * last * before;
}
