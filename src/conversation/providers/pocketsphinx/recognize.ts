import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../../platform/kernel/index.ts';
import { anySpeech, type Grammar, phraseOf } from './grammar.ts';
import { type DecoderJob, runDecoder } from './run-decoder.ts';

/** The recognized phrase with a confidence from 0 to 1, or `null` for none. */
export interface Recognition {
  phrase: string;
  confidence: number;
}

/** The beam is narrower than for phrases: only the score of this decoding counts, and it takes longer. */
const anySpeechArgs = ['-beam', '1e-20', '-pbeam', '1e-20', '-wbeam', '1e-12'];

/**
 * The phrase is rejected if other sounds fit better than it by more than this for each 10 ms of its words. Sounds beside a short
 * word count too, so that a word is not found in a sentence.
 */
const worseMax = 24;

/** How steeply the confidence falls around that limit. */
const spread = 6;

/**
 * Returns the phrase of the grammar that was said. A grammar finds a phrase in any audio, so the audio is also decoded
 * as sounds in any order. The confidence compares the two scores.
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
    const phrase = phraseOf(grammar, best.words);
    if (phrase === undefined) return null;
    const better = (best.score - any.score) / (best.wordsMs / 10);
    if (better < -worseMax) return null;
    return { phrase, confidence: confidenceOf(better) };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Creates a private folder. Its parent is created again if the system has cleaned up its temporary files. */
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

/** The sample rate of the model. */
const decoderRateHz = 16_000;

/**
 * Returns audio for the decoder: raw 16-bit samples at 16 kHz. Audio at 8 kHz gets zeros between its samples. They
 * create a mirror image above 4 kHz, which is closer to the model's training data than silence. More sentences are
 * recognized than with a filter. A faint noise replaces the room noise that digital silence lacks.
 */
function toDecoderAudio(pcm: Int16Array, sampleRateHz: number): Uint8Array {
  const step = decoderRateHz / sampleRateHz;
  const samples = new Int16Array(pcm.length * step);
  let seed = 1;
  for (const [index, sample] of pcm.entries()) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    const noisy = sample + (seed >> 27) - 8;
    samples[index * step] = Math.max(-32_768, Math.min(32_767, noisy));
  }
  return new Uint8Array(samples.buffer);
}
