import { expect, it } from 'vitest';
import type { SpeechChunk } from '../interfaces/index.ts';
import { wholeSpeech } from './whole-speech.ts';

async function* chunks(count: number, reported: { count: number }): AsyncGenerator<SpeechChunk> {
  for (; reported.count < count; reported.count++)
    yield { pcm: new Int16Array(8000).fill(reported.count), sampleRateHz: 8000 };
}

it('joins the parts', async () => {
  const { pcm, sampleRateHz } = await wholeSpeech(chunks(3, { count: 0 }));
  expect([sampleRateHz, pcm.length, pcm[0], pcm[8000], pcm[16_000]]).toEqual([8000, 24_000, 0, 1, 2]);
  expect(await wholeSpeech(chunks(0, { count: 0 }))).toEqual({ pcm: new Int16Array(0), sampleRateHz: 8000 });
});

it('cuts an endless voice after five minutes', async () => {
  const reported = { count: 0 };
  const { pcm } = await wholeSpeech(chunks(1000, reported));
  expect(pcm.length / 8000).toBe(300);
  expect(reported.count).toBeLessThan(301);
});
