import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { level } from '../../test/audio/line.ts';

/** Recorded people in Debian's packages `asterisk-core-sounds-*-wav`, by language, and music in `asterisk-moh-opsound-wav`. */
const folders = {
  en: '/usr/share/asterisk/sounds/en_US_f_Allison',
  es: '/usr/share/asterisk/sounds/es_MX_f_Allison',
  fr: '/usr/share/asterisk/sounds/fr_CA_f_June',
  it: '/usr/share/asterisk/sounds/it_IT_m_Carlo',
  ru: '/usr/share/asterisk/sounds/ru_RU_f_IvrvoiceRU',
  music: '/usr/share/asterisk/moh',
} as const;

export type Source = keyof typeof folders;

/** The Debian packages that are not installed. */
export function missingPackages(): string[] {
  const missing = Object.entries(folders).filter(([, folder]) => !existsSync(folder));
  const sounds = missing.map(([source]) =>
    source === 'music' ? 'asterisk-moh-opsound-wav' : `asterisk-core-sounds-${source}-wav`,
  );
  const texts = languages.filter((language) => !existsSync(textsOf(language)));
  return [...sounds, ...texts.map((language) => `asterisk-core-sounds-${language}`)];
}

const languages = ['en', 'es', 'fr', 'it', 'ru'] as const;

/** Returns the path of the texts of the prompts in a language. Debian packages them apart from the sounds. */
function textsOf(language: string): string {
  return `/usr/share/doc/asterisk-core-sounds-${language}/core-sounds-${language}.txt.gz`;
}

/** Returns the recordings of a source that are longer than a second, 16 bits at 8 kHz, without silence at their ends. */
export async function recordings(source: Source): Promise<Int16Array[]> {
  const names = (await readdir(folders[source])).filter((name) => name.endsWith('.wav')).toSorted();
  const all = await Promise.all(
    names.map(async (name) => trimmed(samplesOf(await readFile(join(folders[source], name))))),
  );
  return all.filter((pcm) => pcm.length > 8_000);
}

/** Returns one recording of a source by its file name without `.wav`; `null` when the package does not have it. */
export async function recording(source: Source, name: string): Promise<Int16Array | null> {
  const path = join(folders[source], `${name}.wav`);
  return existsSync(path) ? trimmed(samplesOf(await readFile(path))) : null;
}

/** Returns the names of the recordings of a source, without `.wav`. */
export async function recordingNames(source: Source): Promise<string[]> {
  const names = await readdir(folders[source]);
  return names.flatMap((name) => (name.endsWith('.wav') ? [name.slice(0, -4)] : [])).toSorted();
}

/** A recorded prompt and its words. */
export interface Prompt {
  name: string;
  /** BCP 47. */
  language: string;
  text: string;
  pcm: Int16Array;
}

/** Returns the recorded prompts of all languages that are longer than a second, with the texts that Debian packages. */
export async function prompts(): Promise<Prompt[]> {
  const all: Prompt[] = [];
  for (const language of languages) {
    for (const line of gunzipSync(await readFile(textsOf(language)))
      .toString('utf8')
      .split('\n')) {
      const [, name, text] = /^([\w/-]+):\s*(\S.*)$/.exec(line.trim()) ?? [];
      if (!name || !text || /^[[(<]/.test(text)) continue;
      const bytes = await readFile(join(folders[language], `${name}.wav`)).catch(() => null);
      const pcm = bytes ? trimmed(samplesOf(bytes)) : new Int16Array(0);
      if (pcm.length > 8_000) all.push({ name, language, text, pcm });
    }
  }
  return all;
}

/** The samples of a RIFF WAVE file (`data` chunk, little-endian). */
function samplesOf(bytes: Buffer): Int16Array {
  let at = 12;
  while (bytes.toString('latin1', at, at + 4) !== 'data') at += 8 + bytes.readUInt32LE(at + 4);
  const count = Math.min(bytes.readUInt32LE(at + 4), bytes.length - at - 8) >> 1;
  return Int16Array.from({ length: count }, (_, i) => bytes.readInt16LE(at + 8 + 2 * i));
}

function trimmed(pcm: Int16Array): Int16Array {
  const isSound = (sample: number) => Math.abs(sample) > 300;
  const first = pcm.findIndex(isSound);
  return first < 0 ? new Int16Array(0) : pcm.slice(Math.max(0, first - 80), pcm.findLastIndex(isSound) + 80);
}

/** Returns the audio at this level of its sound, in decibels below full scale. */
export function atLevel(pcm: Int16Array, decibels: number): Int16Array {
  const gain = (32_768 * 10 ** (-decibels / 20)) / level(pcm.filter((sample) => Math.abs(sample) > 100));
  return pcm.map((sample) => Math.max(-32_768, Math.min(32_767, sample * gain)));
}
