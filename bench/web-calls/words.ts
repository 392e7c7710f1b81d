import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeWav } from '../../src/telephony/media/index.ts';
import { roundWords } from './speech.ts';

const model = '/usr/share/pocketsphinx/model/en-us';
const recognizerRateHz = 16_000;

/** Returns the words that PocketSphinx hears in 16 kHz audio, of those of the speech in any order. */
export async function wordsIn(pcm: Int16Array, folder: string, name: string): Promise<string[]> {
  const path = (extension: string) => join(folder, `${name}.${extension}`);
  const words = [...new Set(roundWords)];
  const dictionary = await readFile(join(model, 'cmudict-en-us.dict'), 'utf8');
  const known = dictionary.split('\n').filter((line) => words.includes(line.split(/[ (]/, 1)[0]!));
  await Promise.all([
    writeFile(path('wav'), writeWav({ sampleRateHz: recognizerRateHz, channels: [pcm] })),
    writeFile(path('dict'), `${known.join('\n')}\n`),
    writeFile(path('gram'), `#JSGF V1.0;\ngrammar speech;\npublic <speech> = ( ${words.join(' | ')} )+;\n`),
  ]);
  const { stdout } = await promisify(execFile)('pocketsphinx_continuous', [
    ...['-infile', path('wav'), '-hmm', join(model, 'en-us'), '-dict', path('dict'), '-jsgf', path('gram')],
    ...['-logfn', '/dev/null'],
  ]);
  return stdout.split(/\s+/).filter((word) => word !== '');
}

/** Returns how many of the expected words were heard, in their order (the longest common subsequence). */
export function heardOf(expected: readonly string[], heard: readonly string[]): number {
  let row = new Array<number>(heard.length + 1).fill(0);
  for (const word of expected) {
    const next = [0];
    for (let n = 0; n < heard.length; n++)
      next.push(heard[n] === word ? row[n]! + 1 : Math.max(row[n + 1]!, next[n]!));
    row = next;
  }
  return row.at(-1)!;
}

/** Returns `rounds` rounds of the words that are spoken. */
export function spokenWords(rounds: number): string[] {
  return Array.from({ length: rounds }, () => roundWords).flat();
}
