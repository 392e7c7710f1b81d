/**
 * A stub of the speech endpoint: JSON in (`SpeakV1Request`), `encoding=linear16&container=none` out as samples without a header,
 * errors as `ErrorResponseLegacyError` (github.com/deepgram/deepgram-api-specs, `openapi.yml`, read on 2026-11-27 at 4ba987c).
 * The specification does not say what the samples look like, so nothing here was compared with the live service.
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
import { DeepgramTextToSpeech } from './index.ts';

const apiKey = 'dg-test-0123456789';
const held = new HeldAnswers();
const texts: string[] = [];
const speeds: (string | undefined)[] = [];
let service: LocalService;

beforeAll(async () => {
  service = await startLocalService({
    async onRequest(request, response) {
      const { text } = (await json(request)) as { text: string };
      texts.push(text);
      const url = new URL(request.url!, 'http://x');
      const query = Object.fromEntries(url.searchParams);
      speeds.push(query.speed);
      const isRight =
        url.pathname === '/v1/speak' &&
        query.model === 'aura-2-thalia-en' &&
        `${query.encoding} ${query.container} ${query.sample_rate}` === 'linear16 none 16000' &&
        request.headers.authorization === `Token ${apiKey}`;
      if (!isRight) {
        response.writeHead(400, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ err_code: 'Bad Request', err_msg: 'No such model', request_id: 'x' }));
        return;
      }
      const gone = new Promise<void>((resolve) => response.once('close', resolve));
      response.writeHead(200, { 'content-type': 'audio/l16;rate=16000;channels=1' });
      const parts = audioParts(voiceAudio(text, 16_000), 16_000, 250);
      if (await held.play(parts, gone, (part) => response.write(part))) response.end();
      else setImmediate(() => response.destroy());
    },
  });
});
afterAll(() => service.close());

const create = () => new DeepgramTextToSpeech({ apiKey, baseUrl: service.baseUrl });

describeTextToSpeech('deepgram', {
  create,
  impossible: { 'a voice that does not exist': { text: 'Hello.', voice: 'nobody', language: 'en' } },
});
describeStreamedSpeech('deepgram', {
  create,
  server: { held },
  audioOf: (text) => voiceAudio(text, 16_000),
  hasWordTimes: false,
});

test('writes phonemes of single words into the text', async () => {
  const phonemes = [
    { start: 4, end: 9, ipa: 'ˈiːfə' },
    { start: 15, end: 22, ipa: 'mækˈɹoʊ' },
  ];
  await wholeSpeech(
    create().speak({ text: 'Ask Aoife, not Mac Roe.', phonemes, voice: null, language: 'en' }),
  );
  expect(texts.at(-1)).toBe('Ask \\{"word": "Aoife", "pronounce": "ˈiːfə"\\}, not Mac Roe.');
});

test('asks for the configured speed, and for none without it', async () => {
  const request = { text: 'Hi.', voice: null, language: null };
  for (const speed of [0.9, undefined]) {
    const voice = new DeepgramTextToSpeech({ apiKey, baseUrl: service.baseUrl, speed });
    await wholeSpeech(voice.speak(request));
  }
  expect(speeds.slice(-2)).toEqual(['0.9', undefined]);
});
