/**
 * Plays the service after its published reference (docs.gladia.io/asyncapi.yaml, read on 2026-11-26): it ends utterances
 * after a silence. It was not recorded from the live service.
 */
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TranscriptEvent } from '../interfaces/index.ts';
import {
  describeSpeechToText,
  type LocalService,
  startLocalService,
  TranscriptionServer,
} from '../testing/index.ts';
import { gladiaSpeechToText } from './index.ts';

const apiKey = 'gladia-test-0123456789';
const asked: unknown[] = [];
let service: LocalService;
let status = 201;
/** The address that the service returns; `null` for its own. */
let address: string | null = null;
/** The messages that the local service sends, each once it has received `afterBytes` bytes of audio. */
let script: { afterBytes: number; message: object }[] = [];

const transcript = (text: string, start: number, end: number, is_final: boolean) => ({
  type: 'transcript',
  session_id: '4a39145c-2844-4557-8f34-34883f7be7d9',
  created_at: '2021-09-01T12:00:00.123Z',
  data: {
    id: '00-00000011',
    is_final,
    utterance: { text, start, end, language: 'en', confidence: 0.91, channel: 0, words: [] },
  },
});

beforeAll(async () => {
  service = await startLocalService({
    async onRequest(request, response) {
      asked.push({ key: request.headers['x-gladia-key'], url: request.url, body: await json(request) });
      response.writeHead(status, { 'content-type': 'application/json' });
      const url = address ?? `${service.baseUrl.replace(/^http/, 'ws')}/v2/live?token=one`;
      response.end(JSON.stringify(status === 201 ? { id: 'one', url } : { message: `no, ${apiKey}` }));
    },
    onSocket(socket) {
      let bytes = 0;
      socket.on('message', (data: Buffer, isBinary) => {
        if (!isBinary) return;
        bytes += data.length;
        while (script[0] && script[0].afterBytes <= bytes)
          socket.send(JSON.stringify(script.shift()!.message));
      });
    },
  });
});
afterAll(() => service.close());

const listen = () =>
  gladiaSpeechToText({ apiKey, baseUrl: service.baseUrl }).listen({
    ...{ sampleRateHz: 8_000, language: 'en-US', languages: ['fr'], phrases: () => [] },
    ...{ keyTerms: ['Kowalczyk', 'Parley'], boosts: new Map([['Kowalczyk', 0.9]]) },
    signal: new AbortController().signal,
  });
const second = new Int16Array(8_000).fill(900);

/** Ends an utterance after a tenth of a second of silence, as the service does, in audio at 16 kHz. */
const sessions = new TranscriptionServer({
  apiKey,
  accepts: ({ url }) => url === '/v2/live?token=two',
  serve: (say, hear) => {
    let seconds = 0;
    let from: number | null = null;
    let until = 0;
    return (message) => {
      if (!('audio' in message)) return;
      const begun = seconds;
      seconds += message.audio.length / 32_000;
      if (message.audio.some((byte) => byte !== 0)) {
        from ??= begun;
        until = seconds;
      } else if (from !== null && seconds - until >= 0.1) {
        const text = hear();
        // Noise is not transcribed.
        if (text !== '') {
          say(transcript(text.split(' ')[0]!, from, until, false));
          say(transcript(text, from, until, true));
        }
        from = null;
      }
    };
  },
});
let opening: LocalService;
let refusal: number | null = null;
beforeAll(async () => {
  await sessions.start();
  opening = await startLocalService({
    onRequest(request, response) {
      request.resume();
      response.writeHead(refusal ?? 201, { 'content-type': 'application/json' });
      const url = `${sessions.baseUrl.replace(/^http/, 'ws')}/v2/live?token=two`;
      response.end(JSON.stringify(refusal === null ? { id: 'two', url } : { message: `no, ${apiKey}` }));
    },
  });
});
afterAll(() => {
  opening.close();
  sessions.close();
});

describeSpeechToText('gladia', {
  create: () => gladiaSpeechToText({ apiKey, baseUrl: opening.baseUrl }),
  ...{ apiKey, needsSilence: true },
  server: {
    hearNext: (text) => sessions.hearNext(text),
    breakAll: () => sessions.breakAll(),
    refuseAll: (status) => {
      refusal = status;
    },
    serveAll: () => {
      refusal = null;
      sessions.serveAll();
    },
  },
});

describe('gladia as speech-to-text', () => {
  test('opens a session, and emits the words of an utterance that the service ended before', async () => {
    script = [
      { afterBytes: 8_000, message: transcript('a table', 0.1, 0.5, false) },
      { afterBytes: 16_000, message: transcript('A table for four.', 0.1, 0.8, true) },
    ];
    const stream = listen();
    stream.write(second, 5_000);
    const seen: TranscriptEvent[] = [];
    for await (const event of stream) {
      seen.push(event);
      if (event.type === 'final' && event.text !== '') stream.finish(5_900);
      if (seen.length === 3) break;
    }
    stream.close();
    expect(seen).toEqual([
      { type: 'partial', text: 'a table', startMs: 5_100, endMs: 5_500 },
      {
        ...{ type: 'final', text: 'A table for four.', startMs: 5_100, endMs: 5_800 },
        ...{ confidence: 0.91, language: 'en' },
      },
      // Nothing was waited for.
      { type: 'final', text: '', startMs: 5_900, endMs: 5_900, confidence: null },
    ]);
    expect(asked.at(-1)).toEqual({
      key: apiKey,
      url: '/v2/live',
      body: {
        ...{ encoding: 'wav/pcm', bit_depth: 16, sample_rate: 8_000, channels: 1, model: 'solaria-1' },
        endpointing: 0.1,
        language_config: { languages: ['en', 'fr'], code_switching: true },
        messages_config: { receive_partial_transcripts: true },
        realtime_processing: {
          custom_vocabulary: true,
          custom_vocabulary_config: { vocabulary: [{ value: 'Kowalczyk', intensity: 0.9 }, 'Parley'] },
        },
      },
    });
  });

  test('waits for the words of an utterance that was finished before', async () => {
    script = [{ afterBytes: 24_000, message: transcript('Yes, please.', 0.2, 0.9, true) }];
    const stream = listen();
    stream.write(second, 0);
    stream.finish(1_000);
    stream.write(second.subarray(0, 4_000), 1_000);
    const { value } = await stream[Symbol.asyncIterator]().next();
    stream.close();
    expect(value).toMatchObject({ type: 'final', text: 'Yes, please.', startMs: 200, endMs: 1_000 });
  });

  test.each([
    [401, false],
    [503, true],
  ])('a session that is refused with %d: retryable %s, without the key', async (answered, retryable) => {
    status = answered;
    const failure = await listen()
      [Symbol.asyncIterator]()
      .next()
      .catch((error: Error) => error);
    status = 201;
    expect(failure).toMatchObject({
      ...{ provider: 'gladia', status: answered, retryable },
      message: `gladia answered ${answered}: no, [redacted]`,
    });
  });

  test.each(['no address', 'file:///etc/passwd', 'wss://some.host/#part'])(
    'a session at %s is a failure of the stream',
    async (url) => {
      address = url;
      const failure = await listen()
        [Symbol.asyncIterator]()
        .next()
        .catch((error: Error) => error);
      address = null;
      expect(failure).toMatchObject({ provider: 'gladia', retryable: true });
    },
  );
});
