import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import type { TranscriptEvent } from '../interfaces/index.ts';
import { describeSpeechToText, type LocalService, startLocalService } from '../testing/index.ts';
import { metadata, results, utteranceEnd } from './fixtures.ts';
import { DeepgramSpeechToText, type DeepgramTranscriptionOptions } from './index.ts';

const apiKey = 'dg-test-0123456789';
let heard: string | null = null;
let breaks = false;
let refusal: number | null = null;
/** Takes over a connection, for tests that play the service themselves. */
let script: ((socket: WebSocket, say: (message: string) => void) => void) | null = null;
const queries: URLSearchParams[] = [];
let service: LocalService;

const server = {
  hearNext(text: string | null) {
    heard = text;
  },
  breakAll() {
    breaks = true;
  },
  refuseAll(status: number) {
    refusal = status;
  },
  serveAll() {
    breaks = false;
    refusal = null;
  },
};

/** A stub of the service for audio at 16 kHz, `Finalize` and `CloseStream`. */
function serve(socket: WebSocket): void {
  const isBroken = breaks;
  let seconds = 0;
  let flushed = 0;
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBroken) return socket.terminate();
    if (isBinary) {
      seconds += data.length / 32_000;
      return;
    }
    const { type } = JSON.parse(String(data)) as { type: string };
    if (type === 'Finalize') {
      const text = heard ?? '';
      const place = [flushed, seconds] as const;
      if (text !== '') socket.send(results(text.slice(0, 5), place));
      socket.send(results(text, place, { is_final: true, speech_final: true, from_finalize: true }));
      flushed = seconds;
    }
    if (type === 'CloseStream') {
      socket.send(metadata);
      socket.close(1000);
    }
  });
}

beforeAll(async () => {
  service = await startLocalService({
    refusalHeader: `dg-error: No, not with ${apiKey}`,
    refuse(request) {
      const status = request.headers.authorization === `Token ${apiKey}` ? refusal : 401;
      return request.url?.startsWith('/v1/listen?') ? status : 404;
    },
    onSocket(socket, request) {
      queries.push(new URL(request.url!, 'http://x').searchParams);
      if (script) script(socket, (message) => socket.send(message));
      else serve(socket);
    },
  });
});
afterAll(() => service.close());

const create = (more: Partial<DeepgramTranscriptionOptions> = {}) =>
  new DeepgramSpeechToText({ apiKey, baseUrl: service.baseUrl, ...more });

describeSpeechToText('deepgram', { create: () => create(), apiKey, server });

describe('deepgram', () => {
  const second = new Int16Array(8_000).fill(900);
  const listen = (
    more: Partial<DeepgramTranscriptionOptions> = {},
    keyTerms: readonly string[] = [],
    boosts: Record<string, number> = {},
  ) =>
    create(more).listen({
      sampleRateHz: 8_000,
      language: null,
      phrases: () => [],
      keyTerms,
      boosts: new Map(Object.entries(boosts)),
      signal: new AbortController().signal,
    });
  /** Makes the service answer every message of a type with these messages. */
  const answering = (answers: Record<string, readonly string[]>): void => {
    script = (socket, say) =>
      socket.on('message', (data: Buffer, isBinary) => {
        const type = isBinary ? 'audio' : (JSON.parse(String(data)) as { type: string }).type;
        for (const answer of answers[type] ?? []) say(answer);
      });
  };
  const take = async (stream: AsyncIterable<TranscriptEvent>, count: number): Promise<TranscriptEvent[]> => {
    const events: TranscriptEvent[] = [];
    for await (const event of stream) if (events.push(event) === count) break;
    return events;
  };

  test('reports the reason for a refusal, without the key', async () => {
    refusal = 400;
    const failure = await take(listen(), 1).catch((error: Error) => error);
    refusal = null;
    expect(failure).toMatchObject({ message: 'deepgram answered 400: No, not with [redacted]', status: 400 });
  });

  test('requests the given audio format and interim results', async () => {
    script = null;
    const stream = listen({ model: 'nova-2-phonecall', endpointingMs: 150 });
    stream.write(second, 0);
    stream.finish(1_000);
    await take(stream, 1);
    expect(Object.fromEntries(queries.at(-1)!)).toEqual({
      ...{ model: 'nova-2-phonecall', language: 'multi', encoding: 'linear16', sample_rate: '8000' },
      ...{
        channels: '1',
        interim_results: 'true',
        punctuate: 'true',
        smart_format: 'true',
        endpointing: '150',
      },
    });
    stream.close();
  });

  test.each([
    ['nova-3', { keyterm: ['Kowalczyk', 'Byrne Donoghue 2 0', 'Parley'] }],
    ['nova-2-phonecall', { keywords: ['Kowalczyk:1.8', 'Byrne', 'Donoghue', 'Parley:0.3'] }],
  ])('sends key terms and boosts as %s takes them', async (model, sent) => {
    script = null;
    const terms = ['Kowalczyk', 'Byrne Donoghue 2:0', 'Parley', 'Parley'];
    const stream = listen({ model }, terms, { Kowalczyk: 0.9, Parley: 0.15 });
    stream.write(second, 0);
    stream.finish(1_000);
    await take(stream, 1);
    stream.close();
    const query = queries.at(-1)!;
    const names = ['keyterm', 'keywords'].filter((name) => query.has(name));
    expect(Object.fromEntries(names.map((name) => [name, query.getAll(name)]))).toEqual(sent);
  });

  test('replaces partials, and emits a final result before the end at once', async () => {
    answering({
      audio: [
        results('I would', [0, 0.5]),
        results('I would like', [0, 1]),
        results('I would like', [0, 1], { is_final: true }),
      ],
      Finalize: [
        results('a table', [1, 2], { is_final: true }),
        results('', [2, 2], { is_final: true, from_finalize: true }),
      ],
    });
    const stream = listen();
    stream.write(second, 3_000);
    const first = await take(stream, 3);
    expect(first.map((event) => ('text' in event ? [event.type, event.text, event.startMs] : []))).toEqual([
      ['partial', 'I would', 3_000],
      ['partial', 'I would like', 3_000],
      ['final', 'I would like', 3_000],
    ]);
    answering({});
    stream.close();
  });

  test('emits one final result after the end, even when the flush is not confirmed', async () => {
    answering({
      Finalize: [results('a table', [0, 0.4], { is_final: true }), results('for four', [0.5, 1])],
    });
    const stream = listen({ finalizeTimeoutMs: 1_000 });
    stream.write(second, 7_000);
    stream.finish(8_000);
    const events = await take(stream, 2);
    expect(events[0]).toMatchObject({ type: 'partial', text: 'for four' });
    expect(events[1]).toEqual({
      ...{ type: 'final', text: 'a table for four', startMs: 7_000, endMs: 8_000, confidence: 0.9826 },
    });
    stream.close();
  });

  test('emits the end of a turn only when configured', async () => {
    const ended = results('Yes.', [0, 1], { is_final: true, speech_final: true });
    answering({ audio: [ended, utteranceEnd(0.75)] });
    const stream = listen({ endsTurns: true });
    expect(create({ endsTurns: true }).endsTurns).toBe(true);
    stream.write(second, 500);
    expect((await take(stream, 3)).slice(1)).toEqual([
      { type: 'turn-ended', atMs: 1_500 },
      { type: 'turn-ended', atMs: 1_250 },
    ]);
    expect(queries.at(-1)!.get('utterance_end_ms')).toBe('1000');
    stream.close();
    const silent = listen();
    answering({ audio: [utteranceEnd(0.75), ended, ended] });
    const other = listen();
    other.write(second, 0);
    expect((await take(other, 2)).map(({ type }) => type)).toEqual(['final', 'final']);
    other.close();
    silent.close();
  });

  test.each([
    ['a close for want of audio', (socket: WebSocket) => socket.close(1011, 'NET-0001'), true],
    ['a close for audio it cannot read', (socket: WebSocket) => socket.close(1008, 'DATA-0000'), false],
    [
      'an error',
      (socket: WebSocket) => socket.send(JSON.stringify({ type: 'Error', description: `no ${apiKey}` })),
      true,
    ],
    ['something that is no message', (socket: WebSocket) => socket.send('<html>'), true],
  ])('%s is a failure', async (_, act, retryable) => {
    script = (socket) => act(socket);
    const failure = await take(listen(), 1).catch((error: Error) => error);
    expect(failure).toMatchObject({ provider: 'deepgram', retryable });
    expect(String(failure)).not.toContain(apiKey);
  });
});
