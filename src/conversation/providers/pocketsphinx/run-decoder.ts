import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { foreignEnvironment } from '../../../platform/kernel/index.ts';
import type { Grammar } from './grammar.ts';

/** What a decoding came to: the words it chose, and how well the audio fits them. */
interface Decoding {
  words: string;
  /** The logarithm of the acoustic likelihood, a frame; comparable between decodings of the same audio. */
  scorePerFrame: number;
  /** How long the words are together, without the silence and the noises around them. */
  wordsMs: number;
}

const frameMs = 10;

/** Where the audio is, and what decodes it. */
export interface DecoderJob {
  command: string;
  modelFolder: string;
  /** A private folder that holds the audio as `audio.raw`, 16 kHz. */
  folder: string;
  /** Of the files that this decoding leaves in the folder; different for each. */
  name: string;
  grammar: Grammar;
  /** Further arguments of the decoder. */
  args: readonly string[];
  signal: AbortSignal;
}

const outputMax = 2_000;

/** Decodes the audio in one process of its own. Rejects when that fails, or with the reason of the signal. */
export async function runDecoder(job: DecoderJob): Promise<Decoding | null> {
  const file = (extension: string) => join(job.folder, `${job.name}.${extension}`);
  await Promise.all([
    writeFile(file('gram'), job.grammar.jsgf),
    writeFile(file('dict'), job.grammar.dictionary),
    writeFile(file('ctl'), 'audio\n'),
  ]);
  const paths = ['-jsgf', file('gram'), '-dict', file('dict'), '-ctl', file('ctl'), '-hypseg', file('seg')];
  const audio = ['-adcin', 'yes', '-cepdir', job.folder, '-cepext', '.raw'];
  await exited(job, ['-hmm', join(job.modelFolder, 'en-us'), ...paths, ...audio, ...job.args]);
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
 * Reads `audio S 0 T <score> A <acoustic> L <language> { <start> <acoustic> <language> <word> } <end>`; null where
 * nothing was decoded.
 */
function parseSegmentation(line: string): Decoding | null {
  const fields = line.trim().split(/\s+/);
  const score = Number(fields[6]);
  const frames = Number(fields.at(-1));
  const spoken: string[] = [];
  let wordsMs = 0;
  for (let at = 12; at < fields.length; at += 4) {
    // Fillers stand in angle or square brackets, joints in round ones.
    if (/^[<([+]/.test(fields[at]!)) continue;
    spoken.push(fields[at]!.replace(/\(\d+\)$/, ''));
    wordsMs += (Number(fields[at + 1]) - Number(fields[at - 3])) * frameMs;
  }
  if (!(frames > 0) || Number.isNaN(score) || spoken.length === 0) return null;
  return { words: spoken.join(' '), scorePerFrame: score / frames, wordsMs };
}
