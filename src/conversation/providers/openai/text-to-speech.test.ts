/**
 * A stub of the speech endpoint: `CreateSpeechRequest` in, `response_format: pcm` out as 24 kHz samples without a header, errors as
 * `ErrorResponse` (github.com/openai/openai-openapi, `openapi.json`, read on 2026-11-27 at f85dbe2). It was not recorded from
 * the live service.
 */
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wholeSpeech } from '../kit/index.ts';
import {
  audioParts,
  describeStreamedSpeech,
  describeTextToSpeech,
  HeldAnswers,
  type LocalService,
  startLocalService,
  voiceAudio,
} from '../testing/index.ts';
import { OpenAiTextToSpeech } from './index.ts';

const apiKey = 'sk-test-0123456789';
const held = new HeldAnswers();
const bodies: Record<string, unknown>[] = [];
let service: LocalService;

beforeAll(async () => {
  service = await startLocalService({
    async onRequest(request, response) {
      const body = (await json(request)) as Record<string, string>;
      bodies.push(body);
      const known = ['alloy', 'coral'].includes(body.voice!) && body.response_format === 'pcm';
      if (
        request.url !== '/v1/audio/speech' ||
        request.headers.authorization !== `Bearer ${apiKey}` ||
        !known
      ) {
        response.writeHead(400, { 'content-type': 'application/json' });
        const error = { message: 'Invalid value', type: 'invalid_request_error', param: 'voice', code: null };
        response.end(JSON.stringify({ error }));
        return;
      }
      const gone = new Promise<void>((resolve) => response.once('close', resolve));
      response.writeHead(200, { 'content-type': 'application/octet-stream', 'transfer-encoding': 'chunked' });
      const parts = audioParts(voiceAudio(body.input!, 24_000), 24_000, 100);
      // The first part ends in the middle of a sample.
      const uneven = [parts[0]!.subarray(0, 1_001), parts[0]!.subarray(1_001), ...parts.slice(1)];
      if (await held.play(uneven, gone, (part) => response.write(part))) response.end();
      else setImmediate(() => response.destroy());
    },
  });
});
afterAll(() => service.close());

const create = () => new OpenAiTextToSpeech({ apiKey, baseUrl: `${service.baseUrl}/v1` });

describeTextToSpeech('openai', {
  create,
  impossible: { 'a voice that does not exist': { text: 'Hello.', voice: 'nobody', language: 'en' } },
});
describeStreamedSpeech('openai', {
  create,
  server: { held },
  audioOf: (text) => voiceAudio(text, 24_000),
  hasWordTimes: false,
});

test('speaks with the configured voice, model, speed and instructions', async () => {
  const baseUrl = `${service.baseUrl}/v1`;
  const options = { apiKey, baseUrl, model: 'tts-1', voice: 'coral', speed: 1.2, instructions: 'Calmly.' };
  await wholeSpeech(new OpenAiTextToSpeech(options).speak({ text: 'Hi.', voice: null, language: null }));
  expect(bodies.at(-1)).toEqual({
    ...{ model: 'tts-1', voice: 'coral', speed: 1.2, instructions: 'Calmly.' },
    ...{ input: 'Hi.', response_format: 'pcm' },
  });
});
