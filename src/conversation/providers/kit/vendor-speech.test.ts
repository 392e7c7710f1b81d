import { expect, it } from 'vitest';
import type { ProviderUsage, SpeechChunk } from '../interfaces/index.ts';
import { vendorSpeech } from './vendor-speech.ts';
import { wholeSpeech } from './whole-speech.ts';

const request = { text: 'Hello there.', voice: null, language: 'en' };

async function* speechOf(...lengths: number[]): AsyncGenerator<SpeechChunk> {
  for (const length of lengths) yield { pcm: new Int16Array(length), sampleRateHz: 8000 };
}

it('fails without retry or usage when the service sends no audio', async () => {
  const usage: ProviderUsage[] = [];
  const options = { onUsage: (one: ProviderUsage) => void usage.push(one) };
  for (const lengths of [[], [0, 0]]) {
    const speech = wholeSpeech(vendorSpeech('tones', request, options, () => speechOf(...lengths)));
    await expect(speech).rejects.toMatchObject({ provider: 'tones', retryable: false });
  }
  expect(usage).toEqual([]);
  expect((await wholeSpeech(vendorSpeech('tones', request, options, () => speechOf(0, 80)))).pcm.length).toBe(
    80,
  );
  expect(usage).toEqual([{ characters: 12 }]);
});
