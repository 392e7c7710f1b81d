import { readFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { describe, expect, it } from 'vitest';
import { join, mix, silence } from '../../../../test/audio/line.ts';
import { noise, tone } from '../../../../test/audio/signals.ts';
import { decodeG711, encodeG711 } from '../index.ts';
import { isClosed, ListenerSound } from './listener-sound.ts';
import { VoiceActivity } from './voice-activity.ts';

/** Returns a voice at 130 Hz: its harmonics with these levels in decibels below the first. */
function voice(ms: number, belows: number[]): Int16Array {
  return mix(
    ...belows.map((below, n) => tone(130 * (n + 1), ms, 3_000 * 10 ** (-below / 20))),
    noise(3, ms, 15),
  );
}
const hum = (ms: number) => voice(ms, [0, 6, 12, 26, 30, 32, 34, 34]);
const vowel = (ms: number) => voice(ms, [4, 2, 0, 2, 0, 4, 6, 8]);
const sentence = async (name: string) =>
  decodeG711('pcmu', await readFile(joinPath(import.meta.dirname, '../../../../test/audio/human', name)));

/** Returns the edges of audio over G.711 in short form, while something is played or not. */
function edges(pcm: Int16Array, isPlaying = true): string[] {
  const activity = new VoiceActivity(8_000, 240);
  activity.pauseAfterMs = 100;
  const line = decodeG711('pcmu', encodeG711('pcmu', pcm));
  const played = isPlaying ? new Int16Array(160) : null;
  const found: string[] = [];
  for (let at = 0; at + 160 <= line.length; at += 160) {
    const edge = activity.push(line.subarray(at, at + 160), at / 8, played);
    if (edge) found.push(`${edge.type} ${at / 8 + 20}`);
  }
  return found;
}

describe('the sound of closed lips', () => {
  it('has hardly any energy above 500 Hz, as a whole and in its newest frame', () => {
    const closed = { low: 100, high: 5 };
    expect(isClosed(closed, closed)).toBe(true);
    expect(isClosed({ low: 100, high: 10 }, closed)).toBe(false);
    expect(isClosed(closed, { low: 10, high: 3 })).toBe(false);
  });

  it.each([8_000, 16_000])('is a hum after 300 ms at %i Hz, and a vowel never is', (rateHz) => {
    const foundAt = (pcm: Int16Array) => {
      const sound = new ListenerSound(rateHz);
      sound.begin(true);
      const count = rateHz / 50;
      const at16 = (n: number) => pcm[n >> 1]!;
      const samples = rateHz === 8_000 ? pcm : Int16Array.from({ length: 2 * pcm.length }, (_, n) => at16(n));
      const hums: boolean[] = [];
      for (let at = 0; at + count <= samples.length; at += count) {
        sound.push(samples.subarray(at, at + count), true, true);
        hums.push(sound.isListener);
      }
      return hums.indexOf(true);
    };
    expect(foundAt(hum(600))).toBe(14);
    expect(foundAt(vowel(600))).toBe(-1);
    expect(foundAt(join(hum(100), vowel(500)))).toBe(-1);
  });

  it('is not in recorded sentences', async () => {
    for (const name of ['amiable.ul', 'young-man.ul']) {
      const sound = new ListenerSound(8_000);
      sound.begin(true);
      const pcm = await sentence(name);
      for (let at = 0; at + 160 <= pcm.length; at += 160) {
        sound.push(pcm.subarray(at, at + 160), true, true);
        expect(sound.isListener).toBe(false);
      }
    }
  });
});

describe('speech over played audio', () => {
  const within = (pcm: Int16Array) => join(silence(400), pcm, silence(400));

  it('pauses while a hum goes on, and ends with it', () => {
    expect(edges(within(hum(800)))).toEqual(['started 460', 'paused 700', 'paused 1260', 'ended 1460']);
  });

  const breath = (ms: number) => voice(ms, [10, 28, 34, 40, 44, 46, 48, 50]);
  const uhHuh = join(vowel(80), breath(80), vowel(160));

  it('pauses when a vowel has come back after a breath, and ends with it', () => {
    expect(edges(within(uhHuh))).toEqual(['started 460', 'paused 620', 'paused 820', 'ended 960']);
  });

  it('goes on as soon as a word follows that vowel, or when it is too long for a listener', () => {
    const other = voice(400, [0, 10, 20, 20, 10, 20, 30, 30, 10, 6, 2, 6, 12]);
    expect(edges(within(join(uhHuh, other)))[2]).toMatch(/^continued 7[6-9]0|800$/);
    expect(edges(within(join(uhHuh, vowel(600))))[2]).toMatch(/^continued 9\d0$/);
  });

  it.each([
    ['a silence is between both vowels', join(vowel(80), silence(60), vowel(160))],
    [
      'another vowel follows',
      join(vowel(80), breath(80), voice(160, [0, 12, 24, 30, 34, 34, 30, 24, 6, 2, 8])),
    ],
    ['it begins with a consonant', join(noise(4, 60, 3_000), vowel(80), breath(80), vowel(160))],
  ])('does not pause when %s', (_, pcm) => {
    expect(edges(within(pcm)).filter((edge) => edge.startsWith('paused'))).toHaveLength(1);
  });

  it('is not the dull end of a blow, as of a door', () => {
    const latch = noise(8, 12, 6_000);
    let low = 0;
    const thud = noise(7, 260, 30_000).map((sample, n) => {
      low += 0.08 * (sample - low);
      return low * Math.exp(-n / 480);
    });
    const wood = tone(95, 260, 6_000).map((sample, n) => sample * Math.exp(-n / 560));
    const blow = Int16Array.from(thud, (sample, n) => sample + wood[n]!);
    expect(edges(within(join(latch, silence(40), blow)))).toEqual([]);
  });

  it('is no blow any more when a voice follows a long dull sound', () => {
    const sound = new ListenerSound(8_000);
    const pcm = join(
      vowel(100),
      hum(700).map((sample) => sample / 3),
      vowel(100),
    );
    const blows: boolean[] = [];
    sound.begin(true);
    for (let at = 0; at + 160 <= pcm.length; at += 160) {
      sound.push(pcm.subarray(at, at + 160), true, true);
      blows.push(sound.isBlow);
    }
    expect([blows[20], blows.at(-1)]).toEqual([true, false]);
  });

  it('does not go on after a pause because of a noise without a pitch', () => {
    const rattle = join(noise(9, 60, 3_000), silence(20), noise(10, 60, 3_000));
    const all = edges(within(join(vowel(300), silence(160), rattle)));
    expect(all.filter((edge) => edge.startsWith('continued'))).toEqual([]);
  });

  it('goes on as soon as a word follows a hum', () => {
    const [started, paused, continued] = edges(within(join(hum(500), vowel(400))));
    expect([started, paused]).toEqual(['started 460', 'paused 700']);
    expect(continued).toMatch(/^continued 9[0-6]0$/);
  });

  it('pauses sooner after a short hum than after a word', () => {
    expect(edges(within(hum(200)))).toContain('paused 660');
    expect(edges(within(vowel(200)))).toContain('paused 720');
  });

  it('knows no hums while nothing is played', () => {
    expect(edges(within(hum(800)), false)).toEqual(['started 460', 'paused 1320', 'ended 1460']);
  });

  it('is found at once although a deep vowel resembles two tones', () => {
    const deep = mix(tone(220, 600, 3_000), tone(440, 600, 2_000), noise(5, 600, 400));
    expect(edges(within(deep))[0]).toMatch(/^started 4[68]0$/);
    const pure = mix(tone(440, 600, 3_000), tone(480, 600, 3_000));
    expect(edges(within(pure))).toEqual([]);
  });
});
