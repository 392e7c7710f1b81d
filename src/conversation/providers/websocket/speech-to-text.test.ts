import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeSpeechToText, TranscriptionServer } from '../testing/index.ts';
import { websocketSpeechToText } from './index.ts';

/** Plays a server of docs/bridges.md, without positions: a simple bridge knows none. */
const server = new TranscriptionServer({
  apiKey: 'bridge-0123456789',
  accepts: ({ headers, url }) => headers.authorization === 'Bearer bridge-0123456789' && url === '/listen/en',
  serve: (say, hear) => (message) => {
    if (!('json' in message) || message.json.type !== 'finish') return;
    const text = hear();
    if (text !== '') say({ type: 'partial', text: text.slice(0, 5) });
    if (text !== '') say({ type: 'final', text, confidence: 0.9 });
    say({ type: 'flushed' });
  },
});
beforeAll(() => server.start());
afterAll(() => server.close());
const create = (more = {}) =>
  websocketSpeechToText({ apiKey: server.apiKey, baseUrl: `${server.baseUrl}/listen/en`, ...more });

describeSpeechToText('websocket', { create: () => create(), apiKey: server.apiKey, server });

describe('websocket', () => {
  test('begins with the format, the languages and the terms', async () => {
    server.hearNext('Yes');
    const stream = create({ model: 'small' }).listen({
      sampleRateHz: 8_000,
      language: 'en-GB',
      languages: ['de'],
      phrases: () => ['yes please'],
      keyTerms: ['Kowalczyk', 'Parley'],
      boosts: new Map([['Kowalczyk', 0.9]]),
      signal: new AbortController().signal,
    });
    stream.write(new Int16Array(800).fill(900), 1_000);
    stream.finish(1_100);
    for await (const event of stream) if (event.type === 'final') break;
    stream.close();
    expect(server.requests.at(-1)!.first).toEqual({
      type: 'start',
      version: 1,
      encoding: 'pcm_s16le',
      sampleRateHz: 8_000,
      language: 'en-GB',
      languages: ['de'],
      model: 'small',
      keyTerms: ['Kowalczyk', 'Parley'],
      boosts: { Kowalczyk: 0.9 },
      phrases: ['yes please'],
    });
  });

  test('reports the end of a turn by a server that judges it, after its words', async () => {
    const judging = new TranscriptionServer({
      apiKey: 'k',
      accepts: () => true,
      serve: (say) => (message) => {
        if (!('audio' in message)) return;
        say({ type: 'final', text: 'A table.', startMs: 20, endMs: 80, language: 'en' });
        say({ type: 'turn-ended', atMs: 80 });
      },
    });
    await judging.start();
    const stream = websocketSpeechToText({
      apiKey: null,
      baseUrl: judging.baseUrl,
      endsTurns: true,
    }).listen({
      ...{ sampleRateHz: 8_000, language: null, phrases: () => [], keyTerms: [] },
      signal: new AbortController().signal,
    });
    stream.write(new Int16Array(800).fill(900), 1_000);
    const seen = [];
    for await (const event of stream) if (seen.push(event) === 2) break;
    stream.close();
    judging.close();
    expect(seen).toEqual([
      { type: 'final', text: 'A table.', startMs: 1_020, endMs: 1_080, confidence: null, language: 'en' },
      { type: 'turn-ended', atMs: 1_080 },
    ]);
  });
});
