/**
 * A stub of `/ws3`: a text and `eos` in; `chunk`, `timestamps` and `done` out, and then the service closes the connection. The
 * messages are after docs.rime.ai/api-reference/websockets-json and the vendor's page on segmentation, of which we read stored
 * copies on 2026-11-27. They have no example of an error, so its form is not confirmed.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wholeSpeech } from '../kit/index.ts';
import { describeStreamedSpeech, describeTextToSpeech, VoiceServer } from '../testing/index.ts';
import { RimeTextToSpeech } from './index.ts';

const apiKey = 'rime-test-0123456789';
const server = new VoiceServer({
  sampleRateHz: 16_000,
  textOf: ({ url }, first) => {
    const { searchParams } = new URL(url!, 'http://local');
    return searchParams.get('speaker') === 'unknown' ? null : (JSON.parse(first).text as string).trimEnd();
  },
  answer: (parts) => [
    ...parts.flatMap(({ audio, words }) => [
      JSON.stringify({ type: 'chunk', data: audio.toString('base64'), contextId: null }),
      JSON.stringify({
        type: 'timestamps',
        word_timestamps: {
          words: words.map(({ text }) => text),
          start: words.map(({ startMs }) => startMs / 1000),
          end: words.map(({ endMs }) => endMs / 1000),
        },
        contextId: null,
      }),
    ]),
    // The last message before the connection is closed.
    JSON.stringify({ type: 'done', contextId: null }),
  ],
});
beforeAll(() => server.start());
afterAll(() => server.close());
const create = () => new RimeTextToSpeech({ apiKey, baseUrl: server.baseUrl });

describeTextToSpeech('rime', {
  create,
  impossible: { 'a voice that does not exist': { text: 'Hello.', voice: 'unknown', language: 'en' } },
});
describeStreamedSpeech('rime', { create, server, audioOf: server.audioOf, hasWordTimes: true });

test('asks for the speaker, the model and the language', async () => {
  await wholeSpeech(create().speak({ text: 'Hi.', voice: null, language: 'es-MX' }));
  const { url, headers } = server.requests.at(-1)!;
  expect(headers.authorization).toBe(`Bearer ${apiKey}`);
  const asked = new URL(url, 'http://local');
  expect([asked.pathname, Object.fromEntries(asked.searchParams)]).toEqual([
    '/ws3',
    { speaker: 'astra', modelId: 'arcana', audioFormat: 'pcm', samplingRate: '16000', lang: 'spa' },
  ]);
});

test.each([
  ['Invalid speaker', false],
  ['Internal server error', true],
])('the error "%s": retryable %s', async (message, retryable) => {
  const failing = new VoiceServer({
    sampleRateHz: 16_000,
    textOf: () => '',
    answer: () => [JSON.stringify({ type: 'error', message })],
  });
  await failing.start();
  const speech = new RimeTextToSpeech({ apiKey, baseUrl: failing.baseUrl }).speak({
    ...{ text: 'Hi.', voice: null, language: 'en' },
  });
  await expect(wholeSpeech(speech)).rejects.toMatchObject({ provider: 'rime', retryable });
  failing.close();
});
