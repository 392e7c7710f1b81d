import { tone } from './signals.ts';

/** Voices that say nothing but a number, each with a tone of its own, so that what was heard tells whose it was. */
export const numbersMax = 60;

/** As many samples as all the tones fit into in whole waves: in such a piece none of them is taken for another. */
const pieceSamples = 1600;
const toneHz = (number: number) => 800 + 40 * number;
const sampleRateHz = 8000;

/**
 * Pieces below this mean of squares are left out: silence, and those that a voice reaches into so little that its tone
 * cannot be told from its neighbours.
 */
const loudEnergy = 2500 ** 2;

/** A number as an agent says it: its tone alone. */
export function agentSays(number: number, durationMs: number): Int16Array {
  return tone(toneHz(number), durationMs);
}

/** A number as a caller says it: with a pitch below it, as people have, without which nobody is taken to speak. */
export function callerSays(number: number, durationMs: number): Int16Array {
  const pitch = [125, 250, 375].map((hz) => tone(hz, durationMs, 3000));
  const own = tone(toneHz(number), durationMs, 3000);
  return own.map((sample, n) => sample + pitch.reduce((sum, wave) => sum + wave[n]!, 0));
}

/** The numbers that are said in 8 kHz audio, by the loudest tone of every piece of it that somebody speaks in. */
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

/** How much of a frequency is in a piece (the Goertzel algorithm). */
function power(piece: Int16Array, hz: number): number {
  const factor = 2 * Math.cos((2 * Math.PI * hz) / sampleRateHz);
  let [last, before] = [0, 0];
  for (const sample of piece) [last, before] = [sample + factor * last - before, last];
  return last ** 2 + before ** 2 - factor * last * before;
}
