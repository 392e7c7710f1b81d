import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ListenOptions, TranscriptEvent } from '../interfaces/index.ts';
import { describeSpeechToText, type FromClient, TranscriptionServer, timedWords } from '../testing/index.ts';
import { readFrame } from './frames.ts';
import { azureSpeechToText } from './index.ts';

const apiKey = 'azure-test-0123456789';

/** Reads a message of the client: header lines with JSON, or with audio after the length of the lines. */
function read(data: Buffer, isBinary: boolean): FromClient {
  const length = isBinary ? data.readUInt16BE(0) : 0;
  const frame = readFrame(isBinary ? `${data.toString('latin1', 2, 2 + length)}\r\n` : String(data));
  const { path, requestId } = frame;
  if (isBinary) return { json: { path, requestId, audio: data.subarray(2 + length) } };
  return { json: { path, requestId, content: JSON.parse(frame.body) } };
}

const frame = (path: string, requestId: string, content: object) =>
  `X-RequestId:${requestId}\r\nContent-Type:application/json; charset=utf-8\r\nPath:${path}\r\n\r\n${JSON.stringify(content)}`;
const ticks = (seconds: number) => Math.round(seconds * 1e7);

/** The server answers to it with a message that is no JSON. */
const malformed = 'malformed';

/** The contexts of all turns, and the connections. */
const contexts: Record<string, unknown>[] = [];

/**
 * Plays the service after the messages that Microsoft's client reads (microsoft-cognitiveservices-speech-sdk 1.52.0, read on
 * 2026-11-26) and the detailed results in "Get speech recognition results" (learn.microsoft.com, the same day). It was not recorded
 * from the live service.
 */
const server = new TranscriptionServer({
  apiKey,
  read,
  accepts: ({ headers }) => headers['ocp-apim-subscription-key'] === apiKey,
  serve: (say, hear) => {
    let turn = '';
    let seconds = 0;
    return (message) => {
      if (!('json' in message)) return;
      const { path, requestId, content, audio } = message.json as {
        path: string;
        requestId: string;
        content: Record<string, unknown>;
        audio: Buffer;
      };
      if (path === 'speech.context') {
        contexts.push(content);
        turn = requestId;
        seconds = 0;
      }
      if (path !== 'audio') return;
      expect(requestId).toBe(turn);
      if (audio.toString('latin1', 0, 4) === 'RIFF') {
        expect([audio.length, audio.readUInt32LE(24)]).toEqual([44, 16_000]);
        say(frame('turn.start', turn, { context: { serviceTag: 'b8f1a4' } }));
      } else if (audio.length > 0) seconds += audio.length / 32_000;
      else {
        const text = hear();
        if (text === malformed) say(`${frame('speech.phrase', turn, {})}{`);
        else for (const line of results(turn, text, seconds)) say(line);
      }
    };
  },
});

/** Returns the last messages of a turn. */
function results(turn: string, text: string, seconds: number): string[] {
  const said = { Offset: ticks(0.1), Duration: ticks(seconds - 0.1), Channel: 0 };
  const words = timedWords(text, 0.2, seconds).map(({ text: Word, start, end }) => ({
    ...{ Word, Offset: ticks(start), Duration: ticks(end - start) },
  }));
  const phrase = {
    Id: '1f7e9a3d0c5b4e2fa6d8',
    ...{ RecognitionStatus: 'Success', DisplayText: text, ...said },
    NBest: [{ Confidence: 0.94, Lexical: text, ITN: text, MaskedITN: text, Display: text, Words: words }],
  };
  const silence = { RecognitionStatus: 'InitialSilenceTimeout', ...said };
  return [
    frame('speech.startDetected', turn, { Offset: said.Offset }),
    ...(text === '' ? [] : [frame('speech.hypothesis', turn, { Text: text.split(' ')[0], ...said })]),
    frame('speech.phrase', turn, text === '' ? silence : phrase),
    frame('speech.endDetected', turn, { Offset: ticks(seconds) }),
    frame('turn.end', turn, {}),
  ];
}

beforeAll(() => server.start());
afterAll(() => server.close());
const create = (more: object = {}) => azureSpeechToText({ apiKey, baseUrl: server.baseUrl, ...more });

describeSpeechToText('azure-speech', { create, apiKey, server });

describe('azure-speech', () => {
  const listening: ListenOptions = {
    ...{ sampleRateHz: 16_000, language: 'en-GB', phrases: () => ['yes'], keyTerms: ['Kowalczyk'] },
    signal: new AbortController().signal,
  };
  const say = (stream: ReturnType<ReturnType<typeof create>['listen']>, fromMs: number) => {
    stream.write(new Int16Array(16_000).fill(900), fromMs);
    stream.finish(fromMs + 1_000);
  };
  const untilFinal = async (events: AsyncIterator<TranscriptEvent>) => {
    const seen: TranscriptEvent[] = [];
    for (;;) {
      const { value, done } = await events.next();
      if (done) return expect.fail('the stream has ended');
      seen.push(value);
      if (value.type === 'final') return seen;
    }
  };

  test('emits partial words, and places the final ones by the times of its words', async () => {
    server.hearNext('Yes please');
    const stream = create().listen(listening);
    say(stream, 4_000);
    expect(await untilFinal(stream[Symbol.asyncIterator]())).toEqual([
      { type: 'partial', text: 'Yes', startMs: 4_100, endMs: 5_000 },
      { type: 'final', text: 'Yes please', startMs: 4_200, endMs: 5_000, confidence: 0.94 },
    ]);
    stream.close();
  });

  test('a message that is no JSON ends the stream, and another one may work', async () => {
    const stream = create().listen(listening);
    server.hearNext(malformed);
    say(stream, 0);
    await expect(untilFinal(stream[Symbol.asyncIterator]())).rejects.toMatchObject({
      ...{ provider: 'azure-speech', retryable: true },
      message: 'azure-speech sent a message that is not a JSON object',
    });
    server.hearNext(null);
  });

  test('begins each turn with the language, the phrases of that moment and the silence', async () => {
    const before = contexts.length;
    const phrases = ['yes'];
    const stream = create({ endpointingMs: 700, model: 'c0ffee' }).listen({
      ...listening,
      phrases: () => phrases,
    });
    const events = stream[Symbol.asyncIterator]();
    say(stream, 0);
    await untilFinal(events);
    phrases[0] = 'no';
    say(stream, 2_000);
    await untilFinal(events);
    stream.close();
    const { url, first } = server.requests.at(-1)!;
    expect(url.pathname + url.search).toBe(
      '/speech/recognition/conversation/cognitiveservices/v1?language=en-GB&format=detailed&wordLevelTimestamps=true&cid=c0ffee',
    );
    expect(first).toMatchObject({
      path: 'speech.config',
      content: { context: { system: { name: 'Parley' } } },
    });
    const items = (...texts: string[]) => ({
      groups: [{ type: 'Generic', items: texts.map((text) => ({ text })) }],
    });
    expect(contexts.slice(before)).toEqual([
      {
        phraseDetection: {
          ...{ mode: 'Conversation', language: 'en-GB' },
          conversation: { segmentation: { mode: 'Custom', segmentationSilenceTimeoutMs: 700 } },
        },
        phraseOutput: {
          ...{ format: 'Detailed', detailed: { options: ['WordTimings'] } },
          ...{ interimResults: { resultType: 'Auto' }, phraseResults: { resultType: 'Always' } },
        },
        dgi: items('Kowalczyk', 'yes'),
      },
      expect.objectContaining({ dgi: items('Kowalczyk', 'no') }),
    ]);
  });

  test('weighs the phrase list by the mean of the boosts', async () => {
    const boosts = new Map([['Kowalczyk', 0.9]]);
    const stream = create().listen({ ...listening, keyTerms: ['Kowalczyk', 'Parley'], boosts });
    say(stream, 0);
    await untilFinal(stream[Symbol.asyncIterator]());
    stream.close();
    expect(contexts.at(-1)).toMatchObject({ dgi: { bias: expect.closeTo(1.4, 5) } });
  });

  test('detects the language when the caller may speak several', async () => {
    const stream = create().listen({ ...listening, language: 'de', languages: ['en-GB', 'en-US', 'pl'] });
    say(stream, 0);
    await untilFinal(stream[Symbol.asyncIterator]());
    stream.close();
    const { url } = server.requests.at(-1)!;
    expect([url.pathname, url.searchParams.get('language'), url.searchParams.get('lidEnabled')]).toEqual([
      '/stt/speech/universal/v2',
      null,
      'true',
    ]);
    expect(contexts.at(-1)).toMatchObject({
      languageId: { languages: ['de-DE', 'en-GB', 'pl-PL'], mode: 'DetectContinuous' },
    });
  });

  test('opens another connection after the service has closed one between turns', async () => {
    const before = server.requests.length;
    const stream = create().listen(listening);
    const events = stream[Symbol.asyncIterator]();
    server.hearNext('One');
    say(stream, 0);
    expect((await untilFinal(events)).at(-1)).toMatchObject({ text: 'One' });
    await server.closeAll();
    server.hearNext('Two');
    say(stream, 3_000);
    expect((await untilFinal(events)).at(-1)).toMatchObject({ text: 'Two', startMs: 3_200 });
    expect(server.requests.length - before).toBe(2);
    stream.close();
  });

  test.each([
    ['TooManyRequests', true],
    ['Forbidden', false],
  ])('the status %s is a failure; retryable %s', async (RecognitionStatus, retryable) => {
    const played = new TranscriptionServer({
      ...{ apiKey, read, accepts: () => true },
      serve: (say) => (message) => {
        const { path, requestId } = ('json' in message ? message.json : {}) as Record<string, string>;
        if (path === 'audio') say(frame('speech.phrase', requestId!, { RecognitionStatus }));
      },
    });
    await played.start();
    const stream = azureSpeechToText({ apiKey, baseUrl: played.baseUrl }).listen(listening);
    say(stream, 0);
    const failure = await stream[Symbol.asyncIterator]()
      .next()
      .catch((error: Error) => error);
    played.close();
    expect(failure).toMatchObject({ message: `azure-speech: ${RecognitionStatus}`, retryable });
  });
});
