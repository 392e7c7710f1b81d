import { mix } from './line.ts';
import { tone } from './signals.ts';

/** The number of voices. Each speaks only its number, as a pair of tones of its own, so that audio identifies its speaker. */
export const numbersMax = 60;

/**
 * All tones are multiples of 250 Hz. A packet of 20 ms holds whole waves of each, so a voice continues in phase after
 * packets that were lost, concealed, inserted or left out. A period of the voice, which concealment repeats and time
 * compression cuts, holds whole waves too. Damaged audio therefore keeps its tones, and no number becomes another.
 */
const stepHz = 250;
const sampleRateHz = 8000;
const periodSamples = sampleRateHz / stepHz;
/** 1000 to 3750 Hz: 66 pairs. */
const tonesHz = Array.from({ length: 12 }, (_, index) => 1000 + stepHz * index);
const pairs = tonesHz.flatMap((low, index) => tonesHz.slice(index + 1).map((high) => [low, high] as const));

const loudness = 3000;
/** Fainter tones are ignored: traces of the line's coding, and a voice that fades in a gap. */
const loudnessMin = loudness / 4;
/** Every packet of 20 ms contains a whole piece, wherever the pieces begin. */
const pieceSamples = 4 * periodSamples;
/** The largest share of the energy by which two successive periods of a clean piece differ. */
const changeMax = 0.05;

/** Returns a number as an agent says it: its tones alone. */
export function agentSays(number: number, durationMs: number): Int16Array {
  return mix(...pairs[number]!.map((hz) => tone(hz, durationMs, loudness)));
}

/** Returns a number as a caller says it: with a human pitch below it, which voice activity detection requires. */
export function callerSays(number: number, durationMs: number): Int16Array {
  return mix(...[250, 500, 750, ...pairs[number]!].map((hz) => tone(hz, durationMs, loudness)));
}

/**
 * Returns the numbers in 8 kHz audio, in ascending order. One packet of a number is enough. Two voices at once yield more
 * than one number, possibly others with tones of both, above `numbersMax` too. Pieces with a click or a cut yield none.
 */
export function numbersIn(pcm: Int16Array): number[] {
  const found = new Set<number>();
  for (let at = 0; at + pieceSamples <= pcm.length; at += periodSamples) {
    const piece = pcm.subarray(at, at + pieceSamples);
    if (!isClean(piece)) continue;
    const loud = new Set(tonesHz.filter((hz) => amplitude(piece, hz) > loudnessMin));
    if (loud.size < 2) continue;
    for (const [number, pair] of pairs.entries()) if (pair.every((hz) => loud.has(hz))) found.add(number);
  }
  return [...found].toSorted((a, b) => a - b);
}

/** Returns whether each period resembles the one before it. */
function isClean(piece: Int16Array): boolean {
  let [energy, change] = [0, 0];
  for (let n = periodSamples; n < piece.length; n++) {
    energy += piece[n]! ** 2;
    change += (piece[n]! - piece[n - periodSamples]!) ** 2;
  }
  return change <= changeMax * energy;
}

/** Returns the amplitude of a frequency in a piece of whole waves (Goertzel algorithm). */
function amplitude(piece: Int16Array, hz: number): number {
  const factor = 2 * Math.cos((2 * Math.PI * hz) / sampleRateHz);
  let [last, before] = [0, 0];
  for (const sample of piece) [last, before] = [sample + factor * last - before, last];
  const power = last ** 2 + before ** 2 - factor * last * before;
  return (2 * Math.sqrt(power)) / piece.length;
}
