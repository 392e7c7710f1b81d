import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../../platform/kernel/index.ts';
import { anySpeech, type Grammar } from './grammar.ts';
import { type DecoderJob, runDecoder } from './run-decoder.ts';
import { toDecoderAudio } from './telephone-audio.ts';

/** What was understood, and how sure that is, from 0 to 1; null: none of the phrases. */
export interface Recognition {
  phrase: string;
  confidence: number;
}

/** Narrower than for the phrases: only the score of this decoding counts, and it is the longer one. */
const anySpeechArgs = ['-beam', '1e-20', '-pbeam', '1e-20', '-wbeam', '1e-12'];

/** How much better than the phrase any other sounds may fit before it is not what was said, a frame. */
const worseMax = 3;
/** The part of what is loud that the words of the phrase have to be: noise is a word or two among fillers. */
const coverageMin = 0.4;
/** How far below the loudest piece a piece may lie that is loud. */
const loudWithin = 0.03;

/** How fast the confidence falls around that. */
const spread = 2.5;

/**
 * Finds which of the grammar's phrases was said. A grammar finds one in everything, so the same audio is decoded as
 * any sounds in any order as well: the worse the phrase fits than those, the less it was that.
 */
export async function recognize(
  pcm: Int16Array,
  sampleRateHz: number,
  grammar: Grammar,
  settings: Pick<DecoderJob, 'command' | 'modelFolder' | 'signal'> & { temporaryFolder: string },
): Promise<Recognition | null> {
  const folder = await folderIn(settings.temporaryFolder);
  try {
    await writeFile(join(folder, 'audio.raw'), toDecoderAudio(pcm, sampleRateHz), { mode: 0o600 });
    const job = { ...settings, folder };
    const [best, any] = await Promise.all([
      runDecoder({ ...job, name: 'phrases', grammar, args: [] }),
      runDecoder({ ...job, name: 'any', grammar: anySpeech, args: anySpeechArgs }),
    ]);
    if (!best || !any) return null;
    const phrase = grammar.phrases.get(best.words);
    if (phrase === undefined) return null;
    if (best.wordsMs < loudMs(pcm, sampleRateHz) * coverageMin) return null;
    const better = best.scorePerFrame - any.scorePerFrame;
    if (better < -worseMax) return null;
    return { phrase, confidence: confidenceOf(better) };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** A new private folder. That it is to be in is made again where it is gone: systems tidy away what is temporary. */
async function folderIn(parent: string): Promise<string> {
  const prefix = join(parent, 'parley-pocketsphinx-');
  try {
    return await mkdtemp(prefix);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await makeFolder(parent);
  return mkdtemp(prefix);
}

function confidenceOf(better: number): number {
  return Math.round(1000 / (1 + Math.exp(-(better + worseMax) / spread))) / 1000;
}

/** How long the audio is loud, for what it is at its loudest; by energy in pieces of 10 ms. */
function loudMs(pcm: Int16Array, sampleRateHz: number): number {
  const length = sampleRateHz / 100;
  const energies: number[] = [];
  for (let at = 0; at + length <= pcm.length; at += length) {
    let energy = 0;
    for (let index = at; index < at + length; index++) energy += pcm[index]! ** 2;
    energies.push(energy);
  }
  const loudest = energies.reduce((most, energy) => Math.max(most, energy), 0);
  return energies.filter((energy) => energy > loudest * loudWithin).length * 10;
}
