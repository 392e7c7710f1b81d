import { levelDb, speechDb } from '../../src/simulation/index.ts';

const frameMs = 20;
const frameSamples = frameMs * 8;

/**
 * Where in 8 kHz audio its first loud 20 ms begin and its last ones end, in milliseconds: voices put pauses around what
 * they say. All of it where nothing in it is loud.
 */
export function soundingPart(pcm: Int16Array): { startMs: number; endMs: number } {
  const count = Math.ceil(pcm.length / frameSamples);
  const isLoud = Array.from(
    { length: count },
    (_, n) => levelDb(pcm.subarray(n * frameSamples, (n + 1) * frameSamples)) > speechDb,
  );
  const lengthMs = pcm.length / 8;
  if (!isLoud.includes(true)) return { startMs: 0, endMs: lengthMs };
  return {
    startMs: isLoud.indexOf(true) * frameMs,
    endMs: Math.min((isLoud.lastIndexOf(true) + 1) * frameMs, lengthMs),
  };
}
