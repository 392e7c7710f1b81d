import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { guardedDispatcher } from '../../../platform/egress/index.ts';
import type { ListenOptions, SpeechToText, TranscriptEvent } from '../interfaces/index.ts';
import { describeSpeechToText, startLocalService } from '../testing/index.ts';
import { googleSpeechToText } from './index.ts';
import { readResponse } from './messages.ts';
import { Fields } from './protobuf.ts';
import { SpeechServer } from './speech-server.ts';

const apiKey = 'AIza-test-0123456789';
const server = new SpeechServer(apiKey);
beforeAll(() => server.start());
afterAll(() => server.close());
const dispatcher = guardedDispatcher({ permits: (address) => address === '127.0.0.1' });
afterAll(() => dispatcher.destroy());
const create = (more: Partial<Parameters<typeof googleSpeechToText>[0]> = {}) =>
  googleSpeechToText({ apiKey, baseUrl: server.baseUrl, resource: 'my-project', dispatcher, ...more });

describeSpeechToText('google-cloud', { create, apiKey, server });

/**
 * Messages that the official client encoded (@google-cloud/speech 7.5.0, on 2026-11-26). Their contents are those of the streaming
 * examples in "Transcribe audio from streaming input" (cloud.google.com/speech-to-text/v2/docs, read the same day).
 */
const official = {
  settings:
    'GjJwcm9qZWN0cy9teS1wcm9qZWN0L2xvY2F0aW9ucy9nbG9iYWwvcmVjb2duaXplcnMvXzJKCkISBBABIAEyGAoWEhQaCwoJS293YWxjenlrGgUKA3llc0IHCAEQwD4YAUoJdGVsZXBob255UgVlbi1HQlIFcGwtUEwSBAgBEAE=',
  interim:
    'KiZKJDY1YTNmMGMwLTAwMDAtMmM1Zi04YTNjLTU4MjQyOWM2ZDNmODIhCgkKB2hvdyBvbGQdZmZmPyIICAAQgOPZ+AIyBWVuLXVzMh8KCQoHIGlzIHRoZR0K1yM8IgYQgOeI2AMyBWVuLXVz',
  final:
    'KgQyAggCMm0KWAoeaG93IG9sZCBpcyB0aGUgQnJvb2tseW4gQnJpZGdlFdmQez8aFAoFEICEr18SBhCAiN6+ARoDaG93GhsKBwgBEIDC1y8SCAgBEIDO5M0CGgZCcmlkZ2UQASIICAEQgImV7wIyBWVuLXVz',
  event: 'GAM6BwgCEIDh6xc=',
};
const bytesOf = (name: keyof typeof official) => Buffer.from(official[name], 'base64');

describe('google-cloud', () => {
  const listening: ListenOptions = {
    ...{ sampleRateHz: 8_000, language: 'en-GB', phrases: () => ['yes'], keyTerms: ['Kowalczyk'] },
    signal: new AbortController().signal,
  };
  const seconds = (count: number) => new Int16Array(count * 8_000).fill(900);
  const untilFinal = async (events: AsyncIterator<TranscriptEvent>) => {
    const seen: TranscriptEvent[] = [];
    for (;;) {
      const { value, done } = await events.next();
      if (done) return expect.fail('the stream has ended');
      seen.push(value);
      if (value.type === 'final') return seen;
    }
  };
  const hear = async (provider: SpeechToText, more: Partial<ListenOptions> = {}) => {
    const stream = provider.listen({ ...listening, ...more });
    stream.write(seconds(1), 4_000);
    stream.finish(5_000);
    const seen = await untilFinal(stream[Symbol.asyncIterator]());
    stream.close();
    return seen;
  };

  test('reads the messages of the official client', () => {
    expect(readResponse(bytesOf('interim'))).toEqual({
      speechEndMs: null,
      results: [
        { text: 'how old', isFinal: false, endMs: 790, confidence: 0, language: 'en-us', words: [] },
        { text: ' is the', isFinal: false, endMs: 990, confidence: 0, language: 'en-us', words: [] },
      ],
    });
    expect(readResponse(bytesOf('final')).results).toEqual([
      {
        ...{ text: 'how old is the Brooklyn Bridge', isFinal: true, endMs: 1_770, language: 'en-us' },
        confidence: expect.closeTo(0.9827, 4),
        words: [
          { startMs: 200, endMs: 400 },
          { startMs: 1_100, endMs: 1_700 },
        ],
      },
    ]);
    expect(readResponse(bytesOf('event'))).toEqual({ results: [], speechEndMs: 2_050 });
    expect(() => readResponse(bytesOf('final').subarray(0, 40))).toThrow('cut short');
  });

  test('begins a stream with the same bytes as the official client', async () => {
    server.hearNext('Yes please');
    const provider = create({ endsTurns: true });
    const seen = await hear(provider, { languages: ['pl-PL', 'en-US'] });
    const { settings, headers } = server.streams.at(-1)!;
    expect(settings.toString('base64')).toBe(official.settings);
    expect(headers['x-goog-request-params']).toBe(
      'recognizer=projects%2Fmy-project%2Flocations%2Fglobal%2Frecognizers%2F_',
    );
    expect(seen).toEqual([
      { type: 'partial', text: 'Yes please', startMs: 4_000, endMs: 4_500 },
      {
        ...{ type: 'final', text: 'Yes please', startMs: 4_100, endMs: 5_000 },
        ...{ confidence: null, language: 'en-us' },
      },
    ]);
    await provider[Symbol.asyncDispose]();
  });

  test('sends the boosts of phrases on the scale of the service', async () => {
    server.hearNext('Yes');
    await hear(create(), { keyTerms: ['Kowalczyk', 'Parley'], boosts: new Map([['Kowalczyk', 0.9]]) });
    // streaming_config.config.adaptation.phrase_sets.inline_phrase_set
    const set = [6, 1, 6, 1, 2].reduce(
      (fields, number) => fields.messages(number)[0]!,
      new Fields(server.streams.at(-1)!.settings),
    );
    expect(set.messages(3).map((phrase) => [phrase.text(1), phrase.float(2)])).toEqual([
      ['Kowalczyk', 18],
      ['Parley', 0],
      ['yes', 0],
    ]);
  });

  test('asks Chirp for no times of words, which it refuses', async () => {
    server.hearNext('Yes');
    await hear(create({ model: 'chirp_3', region: 'eu' }));
    const { settings } = server.streams.at(-1)!;
    expect(String(settings)).toContain('locations/eu/recognizers/_');
    expect(settings.includes(Buffer.from([0x12, 2, 0x20, 1]))).toBe(true);
  });

  test('continues a long utterance in another stream before the service ends the first', async () => {
    const provider = create();
    const stream = provider.listen(listening);
    const events = stream[Symbol.asyncIterator]();
    const before = server.streams.length;
    const now = vi.spyOn(performance, 'now');
    const startedMs = performance.now();
    server.hold();
    stream.write(seconds(1), 0);
    now.mockReturnValue(startedMs + 281_000);
    server.hearNext('One');
    stream.write(seconds(1), 1_000);
    await expect
      .poll(() => server.streams.map(({ audioBytes }) => audioBytes).slice(before))
      .toEqual([16_000, 16_000]);
    server.hearNext('two');
    stream.finish(2_000);
    now.mockRestore();
    await expect.poll(() => server.heldStreams).toBe(2);
    server.release();
    expect((await untilFinal(events)).at(-1)).toMatchObject({ text: 'One two', startMs: 100, endMs: 2_000 });
    stream.close();
    await provider[Symbol.asyncDispose]();
  });

  test('goes on after the service has ended a stream without audio', async () => {
    const stream = create().listen(listening);
    const before = server.streams.length;
    stream.write(seconds(1), 0);
    await expect.poll(() => server.streams[before]?.audioBytes).toBe(16_000);
    server.abandon();
    server.hearNext('Yes');
    await expect
      .poll(() => {
        stream.write(seconds(1), 12_000);
        return server.streams.length - before;
      })
      .toBe(2);
    stream.finish(13_000);
    expect((await untilFinal(stream[Symbol.asyncIterator]())).at(-1)).toMatchObject({ text: 'Yes' });
    stream.close();
  });

  test('finds the project in a service account, and sends its access token', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const tokens = await startLocalService({
      onRequest: (_, response) =>
        response.end(JSON.stringify({ access_token: 'ya29.test', expires_in: 3_600 })),
    });
    const account = JSON.stringify({
      ...{ project_id: 'of-account', client_email: 'a@of-account.iam.gserviceaccount.com' },
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      token_uri: tokens.baseUrl,
    });
    const strict = new SpeechServer('ya29.test');
    await strict.start();
    strict.hearNext('Yes');
    const provider = create({ apiKey: account, resource: undefined, baseUrl: strict.baseUrl });
    expect((await hear(provider)).at(-1)).toMatchObject({ text: 'Yes' });
    expect(String(strict.streams[0]!.settings)).toContain('projects/of-account/locations/global');
    await provider[Symbol.asyncDispose]();
    strict.close();
    tokens.close();
  });

  test('needs a project, and reaches only permitted addresses', async () => {
    expect(() => googleSpeechToText({ apiKey })).toThrow('the key needs `resource`');
    const closed = guardedDispatcher({ permits: () => false });
    const failure = await hear(create({ dispatcher: closed })).catch((error: Error) => error);
    await closed.destroy();
    expect(failure).toMatchObject({ message: expect.stringContaining('127.0.0.1 is not'), retryable: false });
  });
});
