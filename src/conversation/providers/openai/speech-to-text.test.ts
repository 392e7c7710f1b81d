/**
 * A stub of the transcription endpoint: a form with a file in, the example of `CreateTranscriptionResponseJson` out, errors as
 * `ErrorResponse` (github.com/openai/openai-openapi, `openapi.json`, read on 2026-11-27 at f85dbe2). It was not recorded from
 * the live service.
 */
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readWav } from '../../../telephony/media/index.ts';
import type { ListenOptions } from '../interfaces/index.ts';
import { describeSpeechToText, type LocalService, startLocalService } from '../testing/index.ts';
import { OpenAiSpeechToText } from './index.ts';

const apiKey = 'sk-test-0123456789';
let heard: string | null = null;
let breaks = false;
let refusal: { status: number; words: string } | null = null;
const forms: FormData[] = [];
let service: LocalService;

const server = {
  hearNext(text: string | null) {
    heard = text;
  },
  breakAll() {
    breaks = true;
  },
  refuseAll(status: number, words: string) {
    refusal = { status, words };
  },
  serveAll() {
    breaks = false;
    refusal = null;
  },
};

beforeAll(async () => {
  service = await startLocalService({
    async onRequest(request, response) {
      const bytes = await buffer(request);
      const form = await new Response(new Uint8Array(bytes), {
        headers: { 'content-type': request.headers['content-type']! },
      }).formData();
      forms.push(form);
      if (breaks) return response.destroy();
      const isRight =
        request.url === '/v1/audio/transcriptions' && request.headers.authorization === `Bearer ${apiKey}`;
      const { status, words } = refusal ?? { status: isRight ? 200 : 401, words: 'Incorrect API key' };
      response.writeHead(status, { 'content-type': 'application/json' });
      const input_token_details = { text_tokens: 10, audio_tokens: 4 };
      const usage = {
        type: 'tokens',
        input_tokens: 14,
        input_token_details,
        output_tokens: 9,
        total_tokens: 23,
      };
      const error = { message: words, type: 'invalid_request_error', param: null, code: null };
      const answer = { text: heard ?? '', usage };
      response.end(JSON.stringify(status === 200 ? answer : { error }));
    },
  });
});
afterAll(() => service.close());

const create = () => new OpenAiSpeechToText({ apiKey, baseUrl: `${service.baseUrl}/v1` });

describeSpeechToText('openai', { create, apiKey, server });

describe('openai as speech-to-text', () => {
  const tone = (ms: number, level: number) => new Int16Array(8 * ms).fill(level);
  const listen = (more: Partial<ListenOptions> = {}) =>
    create().listen({
      sampleRateHz: 8_000,
      language: 'de-CH',
      phrases: () => [],
      keyTerms: [],
      signal: new AbortController().signal,
      ...more,
    });

  test('sends an utterance as a WAV file, without the silence before it', async () => {
    const stream = listen();
    for (let n = 0; n < 500; n++) stream.write(tone(20, 10), n * 20);
    for (let n = 0; n < 50; n++) stream.write(tone(20, 3_000), 10_000 + n * 20);
    stream.finish(11_000);
    server.hearNext(' Grüezi. ');
    const { value } = await stream[Symbol.asyncIterator]().next();
    expect(value).toEqual({
      type: 'final',
      text: 'Grüezi.',
      startMs: 9_500,
      endMs: 11_000,
      confidence: null,
    });
    const form = forms.at(-1)!;
    expect([form.get('model'), form.get('language'), form.get('response_format')]).toEqual([
      ...['gpt-4o-mini-transcribe', 'de', 'json'],
    ]);
    expect(form.has('prompt')).toBe(false);
    const wav = readWav(new Uint8Array(await (form.get('file') as File).arrayBuffer()));
    expect([wav.sampleRateHz, wav.channels[0]!.length]).toEqual([8_000, 8 * 1_500]);
    stream.close();
  });

  test('prompts with the key terms and the phrases that are expected now', async () => {
    let phrases = ['ja bitte'];
    const stream = listen({ keyTerms: ['Kowalczyk'], phrases: () => phrases });
    const events = stream[Symbol.asyncIterator]();
    for (const atMs of [0, 1_000]) {
      stream.write(tone(500, 3_000), atMs);
      stream.finish(atMs + 500);
      await events.next();
      phrases = ['zwei Personen', '2'];
    }
    stream.close();
    expect(forms.slice(-2).map((form) => form.get('prompt'))).toEqual([
      ...['Kowalczyk, ja bitte', 'Kowalczyk, zwei Personen'],
    ]);
  });

  test('transcribes endless speech in bounded pieces', async () => {
    const stream = listen();
    const events = stream[Symbol.asyncIterator]();
    for (let n = 0; n < 125; n++) stream.write(tone(1_000, 3_000), n * 1_000);
    stream.finish(125_000);
    const positions: number[][] = [];
    for (let n = 0; n < 3; n++) {
      const { value } = await events.next();
      positions.push(value?.type === 'final' ? [value.startMs, value.endMs] : []);
    }
    expect(positions).toEqual([
      [0, 60_000],
      [60_000, 120_000],
      [120_000, 125_000],
    ]);
    stream.close();
  });
});
