import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { foreignEnvironment } from '../../../platform/kernel/index.ts';
import type { Grammar } from './grammar.ts';

/** The result of a decoding: its words and their score. */
interface Decoding {
  words: string;
  /** The log of the acoustic likelihood; comparable between decodings of the same audio. */
  score: number;
  /** The total length of the words, without silence and noise. */
  wordsMs: number;
}

const frameMs = 10;

/**
 * PocketSphinx scores each frame relative to the best of the sounds that it computes. By default these are the sounds that the
 * grammar may need next, so that a longer grammar had lower scores for the same words.
 */
const allSounds = ['-compallsen', 'yes'];

/** The audio and the decoder. */
export interface DecoderJob {
  command: string;
  modelFolder: string;
  /** A private folder with the audio as `audio.raw`, 16 kHz. */
  folder: string;
  /** The name of this decoding's files in the folder; unique for each decoding. */
  name: string;
  grammar: Grammar;
  /** Further arguments of the decoder. */
  args: readonly string[];
  signal: AbortSignal;
}

const outputMax = 2_000;

/** Decodes the audio in a separate process. Rejects when that fails, or with the reason of the signal. */
export async function runDecoder(job: DecoderJob): Promise<Decoding | null> {
  const file = (extension: string) => join(job.folder, `${job.name}.${extension}`);
  await Promise.all([
    writeFile(file('gram'), job.grammar.jsgf),
    writeFile(file('dict'), job.grammar.dictionary),
    writeFile(file('ctl'), 'audio\n'),
  ]);
  const paths = ['-jsgf', file('gram'), '-dict', file('dict'), '-ctl', file('ctl'), '-hypseg', file('seg')];
  const audio = ['-adcin', 'yes', '-cepdir', job.folder, '-cepext', '.raw'];
  await exited(job, ['-hmm', join(job.modelFolder, 'en-us'), ...paths, ...audio, ...allSounds, ...job.args]);
  return parseSegmentation(await readFile(file('seg'), 'utf8'));
}

async function exited(job: DecoderJob, args: readonly string[]): Promise<void> {
  job.signal.throwIfAborted();
  const child = spawn(job.command, args, {
    env: foreignEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    signal: job.signal,
    killSignal: 'SIGKILL',
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-outputMax);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) => reject(job.signal.aborted ? job.signal.reason : error));
    child.once('close', resolve);
  });
  job.signal.throwIfAborted();
  if (code === 0) return;
  const words = /^(?:ERROR|FATAL).*$/m.exec(output)?.[0] ?? `it ended with ${code}`;
  throw new Error(words.slice(0, 200));
}

/**
 * Parses `audio S 0 T <score> A <acoustic> L <language> { <start> <acoustic> <language> <word> } <end>`. Returns `null`
 * when nothing was decoded.
 */
function parseSegmentation(line: string): Decoding | null {
  const fields = line.trim().split(/\s+/);
  const score = Number(fields[6]);
  const spoken: string[] = [];
  let wordsMs = 0;
  for (let at = 12; at < fields.length; at += 4) {
    // Fillers are in angle or square brackets, word boundaries in round ones.
    if (/^[<([+]/.test(fields[at]!)) continue;
    spoken.push(fields[at]!.replace(/\(\d+\)$/, ''));
    wordsMs += (Number(fields[at + 1]) - Number(fields[at - 3])) * frameMs;
  }
  if (Number.isNaN(score) || spoken.length === 0) return null;
  return { words: spoken.join(' '), score, wordsMs };
}
