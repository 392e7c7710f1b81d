import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { readWav, toTelephoneRate } from '../../src/telephony/media/index.ts';
import { join, silence } from '../../test/audio/line.ts';
import { noise, tone } from '../../test/audio/signals.ts';
import { atLevel, recording, recordings, type Source } from './prompts.ts';

/** Recorded keys of a mechanical keyboard, in Debian's package `bucklespring-data`. */
const keyboardFolder = '/usr/share/buckle/wav';

/** The Debian package of the keyboard, if it is not installed. */
export function missingKeyboard(): string[] {
  return existsSync(keyboardFolder) ? [] : ['bucklespring-data'];
}

/** The level of callers, in decibels below full scale. */
export const callerLevel = 26;

/** Returns two seconds of typing: pairs of pressed and released keys. */
export async function keyboard(): Promise<Int16Array> {
  const keys = ['1e', '1f', '20', '21', '22', '23', '24', '25', '26', '10', '11', '12'];
  const pieces = await Promise.all(
    keys
      .flatMap((key) => [`${key}-1`, `${key}-0`])
      .map(async (name) => {
        const { channels, sampleRateHz } = readWav(await readFile(joinPath(keyboardFolder, `${name}.wav`)));
        return toTelephoneRate(channels[0]!, sampleRateHz).slice(0, 80 * 8);
      }),
  );
  return atLevel(join(...pieces), callerLevel);
}

/** Returns a door that falls shut, made of noise: the latch, the blow, and the rattle after it. */
export function door(): Int16Array {
  const blow = noise(7, 260, 30_000);
  let low = 0;
  const thud = blow.map((sample, n) => {
    low += 0.08 * (sample - low);
    return low * Math.exp(-n / (60 * 8));
  });
  const latch = noise(8, 12, 6_000).map((sample, n) => sample * Math.exp(-n / 24));
  const rattle = [0, 1, 2].flatMap((n) => [noise(9 + n, 14, 3_000 / (n + 1)), silence(26)]);
  const wood = tone(95, 260, 6_000).map((sample, n) => sample * Math.exp(-n / (70 * 8)));
  return join(
    latch,
    silence(40),
    Int16Array.from(thud, (sample, n) => sample + wood[n]!),
    ...rattle,
  );
}

/**
 * Where the nasal of recorded letters ("em", "en") is, in milliseconds of the recording without silence at its ends. The
 * energy above 500 Hz is low there.
 */
const nasals: [Source, string, number, number][] = [
  ['en', 'm', 220, 380],
  ['en', 'n', 220, 400],
  ['es', 'm', 180, 320],
  ['es', 'n', 200, 380],
  ['fr', 'm', 220, 480],
  ['fr', 'n', 260, 460],
  ['it', 'm', 140, 300],
  ['it', 'n', 140, 300],
  ['ru', 'n', 160, 300],
];

/** Returns "mhm" of five people: the nasal of a recorded letter, a breath of 70 ms, and the same again. */
export async function mhms(): Promise<Int16Array[]> {
  const all = await Promise.all(
    nasals.map(async ([source, letter, fromMs, toMs]) => {
      const pcm = await recording(source, `letters/${letter}`);
      if (!pcm) return null;
      const mm = faded(pcm.slice(fromMs * 8, toMs * 8));
      return atLevel(join(faded(mm.slice(0, 130 * 8)), noise(3, 70, 60), mm), callerLevel);
    }),
  );
  return all.filter((pcm) => pcm !== null);
}

/** Returns recorded sentences of up to two seconds, of five people in turn. */
export async function sentences(count: number): Promise<Int16Array[]> {
  const sources = ['en', 'es', 'fr', 'it', 'ru'] as const;
  const all = await Promise.all(
    sources.map(async (source) => (await recordings(source)).filter(({ length }) => length < 20_000)),
  );
  return Array.from({ length: count }, (_, n) => {
    const own = all[n % all.length]!;
    return atLevel(own[Math.floor((own.length * (n + 0.5)) / count)]!, callerLevel);
  });
}

/** Returns about eight seconds of another voice in the room. */
export async function roomVoice(source: Source): Promise<Int16Array> {
  const pieces = await recordings(source);
  const from = Math.floor(pieces.length / 3);
  const running = pieces.slice(from, from + 4).flatMap((pcm) => [pcm.slice(0, 16_000), silence(100)]);
  return atLevel(join(...running), callerLevel);
}

function faded(pcm: Int16Array): Int16Array {
  const count = 80;
  return pcm.map((sample, n) => sample * Math.min(1, (n + 1) / count, (pcm.length - n) / count));
}
