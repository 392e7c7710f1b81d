import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { callWith, greeting, onVirtualClock } from '../../../test/pipeline/call-with.ts';
import { fakeVoice, speech } from '../../../test/pipeline/fake-voice.ts';
import { applyGain, decodeG711 } from '../../telephony/media/index.ts';
import type { TextToSpeech } from '../providers/interfaces/index.ts';
import { LevelledSpeech, VoiceLevel } from './speech-level.ts';

onVirtualClock();

const human = new URL('../../../test/audio/human/', import.meta.url);
const read = async (name: string) =>
  Int16Array.from(decodeG711('pcmu', await readFile(fileURLToPath(new URL(name, human)))));
/** Two people: 22.4 and 26.4 dB below full scale. */
const [amiable, youngMan] = [await read('amiable.ul'), await read('young-man.ul')];

/** Returns the level of active speech, in decibels from full scale. */
function levelOf(pcm: readonly number[] | Int16Array): number {
  const frames = Array.from({ length: Math.floor(pcm.length / 160) }, (_, n) => {
    const frame = [...pcm.slice(n * 160, n * 160 + 160)];
    return frame.reduce((sum, sample) => sum + sample ** 2, 0) / 160;
  });
  const loudest = Math.max(...frames);
  const active = frames.filter((power) => power > loudest / 1000);
  return 10 * Math.log10(active.reduce((sum, power) => sum + power, 0) / active.length / 32_768 ** 2);
}

function levelled(voice: VoiceLevel, pcm: Int16Array, pieceSamples = pcm.length): Int16Array {
  const level = new LevelledSpeech(voice, 8000);
  const out: number[] = [];
  for (let at = 0; at < pcm.length; at += pieceSamples)
    out.push(...level.push(pcm.subarray(at, at + pieceSamples)));
  return Int16Array.from(out);
}

it('passes speech at the target and audio without speech unchanged', () => {
  const level = new LevelledSpeech(new VoiceLevel(), 8000);
  for (const pcm of [amiable, speech('Hello.'), new Int16Array(8000)]) expect(level.push(pcm)).toBe(pcm);
});

it.each([-18, -10, 8, 12])('brings speech that is %i dB louder near the target, within 12 dB', (decibels) => {
  const pcm = applyGain(amiable, decibels);
  const unreached = decibels < -12 ? decibels + 12 : 0;
  expect(levelOf(levelled(new VoiceLevel(), pcm)) - levelOf(amiable)).toBeCloseTo(unreached, -0.5);
});

it('settles within the first 800 ms of small parts, and begins the next text at that gain', () => {
  const voice = new VoiceLevel();
  const quiet = applyGain(amiable, -8);
  const first = levelled(voice, quiet, 160);
  expect(first.subarray(0, 160)).toEqual(quiet.subarray(0, 160));
  expect(Math.abs(levelOf(first.subarray(10_000)) - levelOf(amiable.subarray(10_000)))).toBeLessThan(2);
  const { gainDb } = voice;
  const next = levelled(voice, quiet, 160);
  expect(next.subarray(0, 8000)).toEqual(applyGain(quiet, gainDb).subarray(0, 8000));
});

it('changes a settled gain by at most 1 dB a second', () => {
  const voice = new VoiceLevel();
  levelled(voice, amiable);
  const level = new LevelledSpeech(voice, 8000);
  level.push(amiable);
  const quiet = applyGain(amiable, -12);
  for (let n = 0; n < 8; n++) {
    const before = levelOf(level.push(quiet)) - levelOf(quiet);
    expect(before).toBeLessThanOrEqual(((n + 1) * quiet.length) / 8000 + 0.1);
  }
  expect(voice.gainDb).toBeGreaterThan(2);
});

it('never clips, and stays below -1 dB', () => {
  const spiky = applyGain(amiable, -12).map((sample, n) => (n % 997 === 0 ? 32_767 : sample));
  const peak = levelled(new VoiceLevel(), spiky).reduce(
    (most, sample) => Math.max(most, Math.abs(sample)),
    0,
  );
  expect(peak).toBeGreaterThan(25_000);
  expect(peak).toBeLessThanOrEqual(29_204);
});

it('levels what the callers of a quiet voice hear, from its first word, without a step at the end', async () => {
  const { voice: fake } = fakeVoice();
  const cut = applyGain(youngMan, -6).subarray(0, 16_000);
  cut.fill(-4_000, -100);
  const voice: TextToSpeech = {
    ...fake,
    name: 'quiet voice',
    async *speak() {
      yield { pcm: cut, sampleRateHz: 8000 };
    },
  };
  const { call } = callWith([], { agent: greeting('He was not.'), providers: { textToSpeech: [voice] } });
  await call.mediaStarts();
  await call.advance(3_000);
  const heard = call.line.sent.filter((sample, n, all) => sample !== 0 || all[n - 1] !== 0);
  expect(levelOf(heard) - levelOf(amiable)).toBeCloseTo(0, -0.5);
  const end = heard.slice(-39);
  expect(Math.max(...end.slice(1).map((sample, n) => Math.abs(sample - end[n]!)))).toBeLessThan(600);
  await call.stops();
});
