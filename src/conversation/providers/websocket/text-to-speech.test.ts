import { afterAll, beforeAll, expect, test } from 'vitest';
import { wholeSpeech } from '../kit/index.ts';
import { describeTextToSpeech, VoiceServer } from '../testing/index.ts';
import { WebsocketTextToSpeech } from './index.ts';

const apiKey = 'bridge-0123456789';
const server = new VoiceServer({
  sampleRateHz: 22_050,
  textOf: (_, first) => {
    const { voice, text } = JSON.parse(first) as { voice: string | null; text: string };
    return voice === 'unknown' ? null : text;
  },
  answer: (parts) => [
    ...parts.flatMap(({ audio, words }, n) => [
      ...(n === 0 ? [JSON.stringify({ type: 'format', sampleRateHz: 22_050 })] : []),
      audio,
      JSON.stringify({ type: 'words', words }),
    ]),
    JSON.stringify({ type: 'done' }),
  ],
});
beforeAll(() => server.start());
afterAll(() => server.close());
const create = () => new WebsocketTextToSpeech({ apiKey, baseUrl: server.baseUrl });

describeTextToSpeech('websocket', {
  create,
  impossible: { 'a voice that does not exist': { text: 'Hello.', voice: 'unknown', language: 'en' } },
});

test('speaks with the configured voice and model, and yields word times', async () => {
  const voice = new WebsocketTextToSpeech({
    ...{ apiKey, baseUrl: server.baseUrl, voice: 'amy', model: 'en_GB-amy-medium' },
  });
  const words: string[] = [];
  for await (const part of voice.speak({
    text: 'Good morning.',
    voice: null,
    language: 'en',
    lineRateHz: 8_000,
  })) {
    words.push(...(part.words ?? []).map(({ text }) => text));
  }
  expect(words).toEqual(['Good', 'morning.']);
  expect(JSON.parse(server.requests.at(-1)!.body)).toEqual({
    ...{ type: 'speak', version: 1, text: 'Good morning.', language: 'en', lineRateHz: 8_000 },
    ...{ voice: 'amy', model: 'en_GB-amy-medium' },
  });
  const whole = await wholeSpeech(create().speak({ text: 'Hi.', voice: null, language: null }));
  expect(whole.pcm).toEqual(server.audioOf('Hi.'));
});

test('audio without a sample rate is a failure for good', async () => {
  const mute = new VoiceServer({
    sampleRateHz: 16_000,
    textOf: () => 'Hi.',
    answer: (parts) => parts.map(({ audio }) => audio),
  });
  await mute.start();
  const voice = new WebsocketTextToSpeech({ apiKey: null, baseUrl: mute.baseUrl });
  const speech = wholeSpeech(voice.speak({ text: 'Hi.', voice: null, language: null }));
  await expect(speech).rejects.toMatchObject({
    retryable: false,
    message: expect.stringContaining('format'),
  });
  mute.close();
});
