/**
 * A stub of the speech service's WebSocket: generation requests and cancellations by `context_id` in; `chunk`, `timestamps`,
 * `done` and `error` out. Its messages are those of the vendor's example (github.com/cartesia-ai/docs,
 * `fern/apis/version-2025-04-16/definition/tts.yml` at 578f3b1), and its errors those of `websocket_response.py` in
 * github.com/cartesia-ai/cartesia-python at 30f08c7 (both read on 2026-11-27). The words are ours.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { wholeSpeech } from '../kit/index.ts';
import {
  audioParts,
  describeStreamedSpeech,
  describeTextToSpeech,
  HeldAnswers,
  type LocalService,
  msPerCharacter,
  startLocalService,
  voiceAudio,
} from '../testing/index.ts';
import { CartesiaTextToSpeech } from './index.ts';

const apiKey = 'sk_car_test_0123456789';
const held = new HeldAnswers();
const requests: Request[] = [];
let connections = 0;
/** Receives the messages of the next connection, which gets no answers. */
let deafTo: ((socket: WebSocket) => void) | null = null;
let service: LocalService;

interface Request {
  context_id: string;
  cancel?: boolean;
  transcript: string;
  voice: { mode: string; id: string };
  output_format: object;
  language?: string;
}

function answers({ transcript, context_id }: Request): string[] {
  const common = { done: false, status_code: 206, context_id };
  const chunks = audioParts(voiceAudio(transcript, 16_000), 16_000, 200).map((audio) =>
    JSON.stringify({ type: 'chunk', data: audio.toString('base64'), step_time: 123, ...common }),
  );
  let at = 0;
  const words = transcript.split(' ').map((word) => {
    const start = (at * msPerCharacter) / 1000;
    at += word.length + 1;
    return { word, start, end: start + (word.length * msPerCharacter) / 1000 };
  });
  const timestamps = (some: typeof words) =>
    JSON.stringify({
      type: 'timestamps',
      ...common,
      word_timestamps: {
        words: some.map(({ word }) => word),
        start: some.map(({ start }) => start),
        end: some.map(({ end }) => end),
      },
    });
  const [first = '', ...rest] = chunks;
  return [first, timestamps(words.slice(0, 3)), ...rest, timestamps(words.slice(3))];
}

function serve(socket: WebSocket): void {
  socket.setMaxListeners(0);
  const canceled = new Map<string, () => void>();
  socket.on('message', async (data) => {
    const request = JSON.parse(String(data)) as Request;
    requests.push(request);
    const { context_id, cancel } = request;
    if (cancel) return canceled.get(context_id)?.();
    if (request.voice.id === 'nobody') {
      const reported = {
        title: 'Voice not found',
        message: `No voice for ${apiKey}`,
        error_code: 'voice_not_found',
        doc_url: 'https://docs.cartesia.ai/api-reference/errors',
        request_id: 'a7d4a1b4-6e9d-4b0b-8d4c-0d1f3c5d1a11',
      };
      socket.send(JSON.stringify({ type: 'error', done: true, ...reported, status_code: 404, context_id }));
      return;
    }
    const gone = new Promise<void>((resolve) => {
      canceled.set(context_id, resolve);
      socket.once('close', () => resolve());
    });
    if (await held.play(answers(request), gone, (answer) => socket.send(answer))) {
      socket.send(JSON.stringify({ type: 'done', done: true, status_code: 206, context_id }));
    } else socket.terminate();
  });
}

beforeAll(async () => {
  service = await startLocalService({
    refuse: ({ headers, url }) =>
      headers['x-api-key'] === apiKey && url === '/tts/websocket?cartesia_version=2025-04-16' ? null : 401,
    onSocket(socket) {
      connections++;
      const hear = deafTo;
      deafTo = null;
      if (hear) socket.on('message', () => hear(socket));
      else serve(socket);
    },
  });
});
afterAll(() => service.close());

const create = () => new CartesiaTextToSpeech({ apiKey, baseUrl: service.baseUrl });

describeTextToSpeech('cartesia', {
  create,
  impossible: { 'a voice that does not exist': { text: 'Hello.', voice: 'nobody', language: 'en' } },
});
describeStreamedSpeech('cartesia', {
  create,
  server: { held },
  audioOf: (text) => voiceAudio(text, 16_000),
  hasWordTimes: true,
});

describe('cartesia', () => {
  test('shares one connection between speeches with their own settings', async () => {
    await using speech = create();
    const before = connections;
    const request = { text: 'Grüezi mitenand.', voice: null, language: 'de-CH' };
    await Promise.all([1, 2, 3].map(() => wholeSpeech(speech.speak(request))));
    await wholeSpeech(speech.speak(request));
    expect(connections - before).toBe(1);
    expect(requests.at(-1)).toEqual({
      model_id: 'sonic-3.5',
      transcript: 'Grüezi mitenand.',
      voice: { mode: 'id', id: 'a0e99841-438c-4a64-b679-ae501e7d6091' },
      language: 'de',
      output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 16_000 },
      add_timestamps: true,
      continue: false,
      context_id: expect.stringMatching(/^[\w-]+$/),
    });
    expect(new Set(requests.slice(-4).map(({ context_id }) => context_id)).size).toBe(4);
  });

  test('speaks with the configured speed and emotion', async () => {
    const style = { speed: 0.8, emotion: 'excited' };
    await using speech = new CartesiaTextToSpeech({ apiKey, baseUrl: service.baseUrl, ...style });
    await wholeSpeech(speech.speak({ text: 'Hello.', voice: null, language: null }));
    expect(requests.at(-1)).toMatchObject({ generation_config: style });
  });

  test('replaces and closes a silent connection', async () => {
    await using speech = new CartesiaTextToSpeech({ apiKey, baseUrl: service.baseUrl, silentMs: 0 });
    const asked = new Promise<WebSocket>((resolve) => {
      deafTo = resolve;
    });
    const patience = new AbortController();
    const request = { text: 'Hello.', voice: null, language: null };
    const lost = wholeSpeech(speech.speak(request, { signal: patience.signal }));
    const closed = asked.then((socket) => new Promise((resolve) => socket.once('close', resolve)));
    await asked;
    patience.abort(new Error('it takes too long'));
    await expect(lost).rejects.toThrow('it takes too long');
    expect((await wholeSpeech(speech.speak(request))).pcm).toEqual(voiceAudio('Hello.', 16_000));
    await closed;
  });

  test('keeps a connection when a speech was aborted at once', async () => {
    await using speech = create();
    const before = connections;
    const request = { text: 'I am still being read.', voice: null, language: null };
    const read = speech.speak(request)[Symbol.asyncIterator]();
    await read.next();
    // All of the first speech has arrived when this one has.
    await wholeSpeech(speech.speak(request));
    const atMs = performance.now() + 5_000;
    using _clock = vi.spyOn(performance, 'now').mockReturnValue(atMs);
    const interrupted = new AbortController();
    const lost = wholeSpeech(speech.speak(request, { signal: interrupted.signal }));
    interrupted.abort(new Error('the caller interrupts'));
    await expect(lost).rejects.toThrow('the caller interrupts');
    await wholeSpeech(speech.speak(request));
    expect(connections - before).toBe(1);
    await read.return?.();
  });

  test('isolates the failure of one speech, and reports it without the key', async () => {
    await using speech = create();
    const other = wholeSpeech(speech.speak({ text: 'I go on.', voice: null, language: null }));
    const failing = wholeSpeech(speech.speak({ text: 'Hello.', voice: 'nobody', language: null }));
    await expect(failing).rejects.toMatchObject({
      ...{ status: 404, retryable: false, message: 'cartesia: Voice not found: No voice for [redacted]' },
    });
    expect((await other).pcm).toEqual(voiceAudio('I go on.', 16_000));
  });

  test('a key that is refused is a failure for good', async () => {
    const refused = new CartesiaTextToSpeech({ apiKey: 'other', baseUrl: service.baseUrl });
    const speech = wholeSpeech(refused.speak({ text: 'Hello.', voice: null, language: null }));
    await expect(speech).rejects.toMatchObject({ status: 401, retryable: false });
  });
});
