import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { AnswerKind } from '../src/telephony/answer-detection/index.ts';
import { decodeG711, encodeG711 } from '../src/telephony/media/index.ts';
import { join, lineNoise, mix, silence } from '../test/audio/line.ts';
import { threeTones } from '../test/audio/machines.ts';
import { tone } from '../test/audio/signals.ts';
import { type AnswerSample, noiseRms, recognitionMs } from './answer-samples.ts';
import { atLevel, recording, recordingNames, type Source } from './turns/prompts.ts';

const languages = ['en', 'es', 'fr', 'it', 'ru'] as const;
/** Usual levels of prompts and of music on hold, in decibels below full scale. */
const promptLevel = 24;
const musicLevel = 26;

/** Played one after the other: recordings by name, silence, a tone, music, or special information tones. */
type Part = string | { silentMs: number } | { hz: number; ms: number } | { musicMs: number } | 'tones';
interface Script {
  label: AnswerKind;
  parts: readonly Part[];
}

const pause: Part = { silentMs: 400 };
const waits: Part = { silentMs: 12_000 };
const beep: Part = { hz: 1000, ms: 400 };
const hold: Part = { musicMs: 20_000 };
const start: Part = { silentMs: 500 };

/** Answers as switchboards put them together. A language that lacks a recording leaves its scripts out. */
const scripts: readonly Script[] = [
  { label: 'person', parts: [start, 'hello', waits] },
  { label: 'person', parts: [start, 'hello-world', waits] },
  { label: 'person', parts: [start, 'one-moment-please', waits] },
  {
    label: 'voicemail',
    parts: [start, 'vm-theperson', 'digits/4', 'digits/2', 'vm-isunavail', 'vm-intro', pause, beep, waits],
  },
  {
    label: 'voicemail',
    parts: [start, 'vm-theperson', 'digits/7', 'vm-isonphone', 'vm-intro', pause, beep, waits],
  },
  {
    label: 'voicemail',
    parts: [start, 'vm-nobodyavail', pause, 'vm-intro', { silentMs: 1200 }, beep, waits],
  },
  { label: 'voicemail', parts: [start, 'vm-intro', { silentMs: 800 }, { hz: 620, ms: 500 }, waits] },
  { label: 'ivr', parts: [start, 'basic-pbx-ivr-main', { silentMs: 4000 }, 'basic-pbx-ivr-main', waits] },
  { label: 'ivr', parts: [start, 'dir-intro', { silentMs: 4000 }, 'dir-intro', waits] },
  { label: 'ivr', parts: [start, 'vm-options', { silentMs: 4000 }, 'vm-options', waits] },
  { label: 'screening', parts: [start, 'priv-recordintro', pause, beep, waits] },
  { label: 'intercept', parts: [start, 'ss-noservice', { silentMs: 1500 }, 'ss-noservice', waits] },
  { label: 'intercept', parts: [{ silentMs: 200 }, 'tones', 'ss-noservice', waits] },
  {
    label: 'intercept',
    parts: [start, 'cannot-complete-as-dialed', pause, 'check-number-dial-again', waits],
  },
  { label: 'intercept', parts: ['tones', 'all-circuits-busy-now', waits] },
  { label: 'queue', parts: [start, 'queue-periodic-announce', hold] },
  { label: 'queue', parts: [start, 'queue-thankyou', 'queue-thereare', 'digits/3', hold] },
  { label: 'queue', parts: [start, 'tt-allbusy', pause, hold, 'queue-periodic-announce', hold] },
  { label: 'queue', parts: [start, 'pls-hold-while-try', { silentMs: 8000 }] },
  {
    label: 'person',
    parts: [start, 'queue-periodic-announce', hold, { silentMs: 700 }, 'hello', { silentMs: 4000 }],
  },
  { label: 'person', parts: [hold, { silentMs: 700 }, 'hello-world', { silentMs: 4000 }] },
];

/** Every part of the music on hold that a caller may hear first. */
const musicStartsMs = [0, 15_000, 40_000, 70_000];
const musicMs = 25_000;

/** Returns answers made of the recordings in Debian's packages, on a quiet and on a noisy line. */
export async function answerPrompts(): Promise<AnswerSample[]> {
  const samples: AnswerSample[] = [];
  const songs = await allMusic();
  const add = (label: AnswerKind, name: string, clean: Int16Array, words: AnswerSample['words']) => {
    const noisy = mix(clean, lineNoise(samples.length, clean.length / 8, noiseRms, 'car'));
    samples.push({ label, name, pcm: overTheLine(clean), words });
    samples.push({ label, name: `${name}, noisy`, pcm: overTheLine(noisy), words });
  };
  for (const language of languages) {
    const texts = await textsOf(language);
    for (const { label, parts } of scripts) {
      const played = await play(language, parts, songs[samples.length % songs.length]!, texts);
      if (played) add(label, `${language}: ${nameOf(parts)}`, played.pcm, played.words);
    }
  }
  for (const [place, song] of songs.entries()) {
    for (const fromMs of musicStartsMs) {
      const pcm = song.subarray(fromMs * 8, (fromMs + musicMs) * 8);
      if (pcm.length >= 8 * 10_000) add('queue', `music ${place + 1} from ${fromMs / 1000} s`, pcm, []);
    }
  }
  return samples;
}

async function allMusic(): Promise<Int16Array[]> {
  const songs = [];
  for (const name of await recordingNames('music'))
    songs.push(atLevel((await recording('music', name))!, musicLevel));
  return songs;
}

function nameOf(parts: readonly Part[]): string {
  return parts
    .map((part) => (typeof part === 'string' ? part : 'musicMs' in part ? 'music' : ''))
    .filter(Boolean)
    .join(' ');
}

/** Returns the audio and the words of a script; `null` when the language has no such recording. */
async function play(
  language: Source,
  parts: readonly Part[],
  song: Int16Array,
  texts: ReadonlyMap<string, string>,
): Promise<Pick<AnswerSample, 'pcm' | 'words'> | null> {
  const pieces: Int16Array[] = [];
  const words: { text: string; atMs: number }[] = [];
  let atMs = 0;
  for (const part of parts) {
    const piece = await audioOf(language, part, song);
    if (!piece) return null;
    const lengthMs = piece.length / 8;
    const spoken = typeof part === 'string' ? (texts.get(part)?.split(' ') ?? []) : [];
    for (const [n, text] of spoken.entries())
      words.push({ text, atMs: atMs + ((n + 1) * lengthMs) / spoken.length + recognitionMs });
    pieces.push(piece);
    atMs += lengthMs;
  }
  return { pcm: join(...pieces), words };
}

async function audioOf(language: Source, part: Part, song: Int16Array): Promise<Int16Array | null> {
  if (part === 'tones') return threeTones();
  if (typeof part === 'string') {
    const pcm = await recording(language, part);
    return pcm && atLevel(pcm, promptLevel);
  }
  if ('silentMs' in part) return silence(part.silentMs);
  return 'hz' in part ? tone(part.hz, part.ms, 6000) : song.subarray(0, part.musicMs * 8);
}

/** Returns the packages' own list of what each recording says; empty when their documentation is not installed. */
async function textsOf(language: string): Promise<Map<string, string>> {
  const path = `/usr/share/doc/asterisk-core-sounds-${language}/core-sounds-${language}.txt.gz`;
  if (!existsSync(path)) return new Map();
  const lines = gunzipSync(await readFile(path))
    .toString('utf8')
    .split('\n');
  return new Map(
    lines.flatMap((line) => {
      const [, name, text] = /^([\w/-]+)\s*:\s*(.+)$/.exec(line) ?? [];
      return name && text ? [[name, text.replaceAll(/\(.*?\)|\[.*?\]|[“”"]/g, '').trim()] as const] : [];
    }),
  );
}

function overTheLine(pcm: Int16Array): Int16Array {
  return decodeG711('pcmu', encodeG711('pcmu', pcm));
}
