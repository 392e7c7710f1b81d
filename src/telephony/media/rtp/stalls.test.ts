import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { join, keyTones, lineNoise, mix, silence } from '../../../../test/audio/line.ts';
import { recognized } from '../../../../test/audio/recognized.ts';
import { hasPocketSphinx } from '../../../../test/interop/pocketsphinx.ts';
import { ToneDigits } from '../analysis/tone-digits.ts';
import { createDecoder } from '../codec/audio-codec.ts';
import { decodeG711, encodeG711 } from '../codec/g711.ts';
import { JitterBuffer } from './jitter-buffer.ts';

/** Returns a vowel of this length whose pitch moves between 90 and 190 Hz: a voice without a pause. */
function vowel(durationMs: number): Int16Array {
  let phase = 0;
  return Int16Array.from({ length: durationMs * 8 }, (_, n) => {
    const seconds = n / 8_000;
    phase += (2 * Math.PI * (140 + 50 * Math.sin(2 * seconds))) / 8_000;
    const harmonics = [1, 0.7, 0.9, 0.5, 0.4, 0.6, 0.2].map((share, i) => share * Math.sin((i + 1) * phase));
    return Math.round((4_000 + 1_500 * Math.sin(9 * seconds)) * harmonics.reduce((sum, it) => sum + it, 0));
  });
}

interface Stall {
  atMs: number;
  forMs: number;
}

/** Sends `pcm` over a network that stalls. Returns the wait of the newest packet at each tick, and the heard audio. */
function hear(pcm: Int16Array, stalls: Stall[], journeyMs: (n: number) => number = () => 5) {
  const decoder = createDecoder('pcmu', 8_000);
  const buffer = new JitterBuffer(8_000, 8_000);
  const count = Math.floor(pcm.length / 160);
  const arrivals = Array.from({ length: count }, (_, n) => {
    const stall = stalls.find(({ atMs, forMs }) => n * 20 >= atMs && n * 20 < atMs + forMs);
    return { n, atMs: Math.max(n * 20, stall ? stall.atMs + stall.forMs : 0) + journeyMs(n) };
  }).sort((a, b) => a.atMs - b.atMs || a.n - b.n);
  const heard = new Int16Array((count + 50) * 160);
  const waitsMs: number[] = [];
  for (let tick = 0; tick < count + 50; tick++) {
    while (arrivals[0] && arrivals[0].atMs <= tick * 20) {
      const { n, atMs } = arrivals.shift()!;
      const octets = encodeG711('pcmu', pcm.subarray(n * 160, n * 160 + 160));
      buffer.put(n * 160, octets, 0, 160, decoder, atMs);
    }
    waitsMs.push(buffer.depthMs - 20);
    buffer.take(heard.subarray(tick * 160, tick * 160 + 160));
  }
  return { buffer, waitsMs, heard };
}

const twoStalls = [
  { atMs: 4_000, forMs: 400 },
  { atMs: 8_000, forMs: 400 },
];
const voice = vowel(12_000);
const background = lineNoise(7, 12_000, 150, 'car');
const words = join(...Array.from({ length: 10 }, (_, i) => join(vowel(700 + 20 * i), silence(410 - 20 * i))));

test.each([
  ['a voice without a pause', voice],
  ['a voice in noise', mix(voice, background)],
  ['words with pauses', words],
  ['words in noise', mix(words, background)],
  ['noise that is like nothing before it', lineNoise(8, 12_000, 3_000, 'white')],
])('%s is heard as promptly as before within two seconds of a stall of 400 ms', (_, pcm) => {
  const { buffer, waitsMs } = hear(pcm, twoStalls);
  const beforeMs = waitsMs[199]!;
  for (const { atMs, forMs } of twoStalls) {
    const from = (atMs + forMs) / 20 + 1;
    expect(Math.max(...waitsMs.slice(from, from + 10))).toBeGreaterThan(200);
    expect(Math.max(...waitsMs.slice(from + 100, from + 175))).toBeLessThanOrEqual(beforeMs + 20);
  }
  expect(buffer.packetsLate).toBe(0);
  expect(beforeMs).toBeLessThanOrEqual(40);
});

test.each([60, 80, 100])('a key that is pressed again after a stall is found again: tones of %d ms', (ms) => {
  const keys = '5555500000';
  const { heard } = hear(join(silence(2_000), keyTones(keys, ms, ms), silence(2_000)), [
    { atMs: 2_000, forMs: 400 },
  ]);
  const toneDigits = new ToneDigits(8_000);
  let found = '';
  for (let at = 0; at < heard.length; at += 160) found += toneDigits.push(heard.subarray(at, at + 160)) ?? '';
  expect(found).toBe(keys);
});

const sentences = {
  'young-man': 'he was not an ill disposed young man',
  amiable: 'he might even have been made amiable himself',
};
const phrases = [...Object.values(sentences), 'he was made young again', 'he might not have been himself'];

test.skipIf(!hasPocketSphinx).each(Object.entries(sentences))(
  'speech that is shortened after a stall is understood: %s',
  async (name, words) => {
    const spoken = decodeG711(
      'pcmu',
      await readFile(new URL(`../../../../test/audio/human/${name}.ul`, import.meta.url)),
    );
    // The sentence begins in the stall, so that all of it is heard late, and much of it shortened.
    const { heard, waitsMs } = hear(join(silence(2_000), spoken, silence(3_000)), [
      { atMs: 1_900, forMs: 400 },
    ]);
    expect(waitsMs[116]).toBeGreaterThan(300);
    expect(waitsMs[216]).toBeLessThanOrEqual(60);
    expect(await recognized(heard, phrases)).toBe(words);
  },
);
