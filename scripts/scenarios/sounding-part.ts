import { levelDb, speechDb } from '../../src/simulation/index.ts';

const frameMs = 20;
const frameSamples = frameMs * 8;

/**
 * Returns the start of the first loud 20 ms and the end of the last ones in 8 kHz audio, in milliseconds. Voices put
 * pauses around their words. Returns the whole range when nothing is loud.
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
