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
    const isHum = (pcm: Int16Array) => {
      const sound = new ListenerSound(rateHz);
      sound.begin(true);
      const count = rateHz / 50;
      const at16 = (n: number) => pcm[n >> 1]!;
      const samples = rateHz === 8_000 ? pcm : Int16Array.from({ length: 2 * pcm.length }, (_, n) => at16(n));
      const hums: boolean[] = [];
      for (let at = 0; at + count <= samples.length; at += count) {
        sound.push(samples.subarray(at, at + count), true);
        hums.push(sound.isHum);
      }
      return hums.indexOf(true);
    };
    expect(isHum(hum(600))).toBe(14);
    expect(isHum(vowel(600))).toBe(-1);
    expect(isHum(join(hum(100), vowel(500)))).toBe(-1);
  });

  it('is not in recorded sentences', async () => {
    for (const name of ['amiable.ul', 'young-man.ul']) {
      const sound = new ListenerSound(8_000);
      sound.begin(true);
      const pcm = await sentence(name);
      for (let at = 0; at + 160 <= pcm.length; at += 160) {
        sound.push(pcm.subarray(at, at + 160), true);
        expect(sound.isHum).toBe(false);
      }
    }
  });
});

describe('speech over played audio', () => {
  const within = (pcm: Int16Array) => join(silence(400), pcm, silence(400));

  it('pauses while a hum goes on, and ends with it', () => {
    expect(edges(within(hum(800)))).toEqual(['started 460', 'paused 700', 'paused 1260', 'ended 1460']);
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
