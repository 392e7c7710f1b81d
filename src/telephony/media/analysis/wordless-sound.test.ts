import { readdir, readFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { describe, expect, it } from 'vitest';
import { join, mix, silence } from '../../../../test/audio/line.ts';
import { noise, tone } from '../../../../test/audio/signals.ts';
import { decodeG711, encodeG711 } from '../codec/g711.ts';
import { VoiceActivity } from './voice-activity.ts';

const human = joinPath(import.meta.dirname, '../../../../test/audio/human');
const sentence = async (name: string) => decodeG711('pcmu', await readFile(joinPath(human, name)));

/** Returns a sound that a voice activity takes for a voice: harmonics of 130 Hz, and a hiss. It lasts, and does not change. */
const bray = (ms: number) =>
  mix(...[1, 2, 3, 4, 9, 14, 20].map((n) => tone(130 * n, ms, 1_500)), noise(3, ms, 400));

/** Returns the edges of audio over G.711 in short form, while something is played or not. */
function edges(pcm: Int16Array, isPlaying = true): [string, number][] {
  const activity = new VoiceActivity(8_000, 240);
  activity.pauseAfterMs = 100;
  const line = decodeG711('pcmu', encodeG711('pcmu', join(silence(400), pcm, silence(600))));
  const played = isPlaying ? new Int16Array(160) : null;
  const found: [string, number][] = [];
  for (let at = 0; at + 160 <= line.length; at += 160) {
    const edge = activity.push(line.subarray(at, at + 160), at / 8, played);
    if (edge) found.push([edge.type, at / 8 + 20 - 400]);
  }
  return found;
}

describe('a sound over played audio', () => {
  it('is found to be no speech within 400 ms when it does not change', () => {
    const found = edges(bray(1500));
    expect(found.map(([type]) => type)).toEqual(['started', 'wordless', 'paused', 'ended']);
    expect(found[1]![1]).toBeLessThanOrEqual(400);
  });

  it('goes on when speech follows it', async () => {
    const words = await sentence('young-man.ul');
    const found = edges(join(bray(1500), words));
    const [first] = found.filter(([type]) => type === 'continued');
    expect(first![1]).toBeGreaterThan(1500);
    expect(first![1]).toBeLessThanOrEqual(1900);
  });

  it('is not judged before 320 ms of it are known, nor while nothing is played', () => {
    expect(edges(bray(300)).map(([type]) => type)).toEqual(['started', 'paused', 'ended']);
    expect(edges(bray(1500), false).map(([type]) => type)).toEqual(['started', 'paused', 'ended']);
  });

  it('is speech in every recorded sentence', async () => {
    const names = (await readdir(human)).filter((name) => name.endsWith('.ul'));
    expect(names.length).toBeGreaterThan(1);
    for (const name of names) {
      const types = edges(await sentence(name)).map(([type]) => type);
      expect([name, types.includes('started'), types.includes('wordless')]).toEqual([name, true, false]);
    }
  });
});
