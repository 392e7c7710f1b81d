import { expect, it } from 'vitest';
import type { SpeechChunk } from '../interfaces/index.ts';
import { wholeSpeech } from './whole-speech.ts';

async function* chunks(count: number, told: { count: number }): AsyncGenerator<SpeechChunk> {
  for (; told.count < count; told.count++)
    yield { pcm: new Int16Array(8000).fill(told.count), sampleRateHz: 8000 };
}

it('puts the parts together', async () => {
  const { pcm, sampleRateHz } = await wholeSpeech(chunks(3, { count: 0 }));
  expect([sampleRateHz, pcm.length, pcm[0], pcm[8000], pcm[16_000]]).toEqual([8000, 24_000, 0, 1, 2]);
  expect(await wholeSpeech(chunks(0, { count: 0 }))).toEqual({ pcm: new Int16Array(0), sampleRateHz: 8000 });
});

it('takes five minutes of a voice that does not come to an end', async () => {
  const told = { count: 0 };
  const { pcm } = await wholeSpeech(chunks(1000, told));
  expect(pcm.length / 8000).toBe(300);
  expect(told.count).toBeLessThan(301);
});
