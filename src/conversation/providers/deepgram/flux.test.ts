import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ListenOptions, TranscriptEvent } from '../interfaces/index.ts';
import { describeSpeechToText, type LocalService, startLocalService } from '../testing/index.ts';
import { fatalError, turnInfo } from './flux-fixtures.ts';
import { FluxStub } from './flux-stub.ts';
import { DeepgramSpeechToText, type DeepgramTranscriptionOptions } from './index.ts';

const apiKey = 'dg-test-0123456789';
let heard: readonly string[] = [];
let breaks = false;
let refusal: number | null = null;
/** An answer to each piece of audio, in place of the stub's. */
let answer: string | null = null;
const queries: URLSearchParams[] = [];
let onConfigure: (message: unknown) => void = () => undefined;
let service: LocalService;

beforeAll(async () => {
  service = await startLocalService({
    refusalHeader: `dg-error: No, not with ${apiKey}`,
    refuse(request) {
      const status = request.headers.authorization === `Token ${apiKey}` ? refusal : 401;
      return request.url?.startsWith('/v2/listen?') ? status : 404;
    },
    onSocket(socket, request) {
      queries.push(new URL(request.url!, 'http://x').searchParams);
      const [isBroken, fixed] = [breaks, answer];
      if (isBroken) socket.on('message', () => socket.terminate());
      else if (fixed !== null) {
        socket.on('message', (data: Buffer, isBinary) => {
          if (isBinary) socket.send(fixed);
          else if (String(data).includes('Configure')) onConfigure(JSON.parse(String(data)));
        });
      } else new FluxStub(socket, () => heard);
    },
  });
});
afterAll(() => service.close());

const create = (more: Partial<DeepgramTranscriptionOptions> = {}) =>
  new DeepgramSpeechToText({ apiKey, baseUrl: service.baseUrl, model: 'flux-general-en', ...more });

describeSpeechToText('deepgram flux', {
  create: () => create({ likelyEndOfTurnThreshold: 0.5 }),
  apiKey,
  needsSilence: true,
  server: {
    hearNext(text) {
      heard = [text ?? ''];
    },
    hearTurn(...parts) {
      heard = parts;
    },
    breakAll() {
      breaks = true;
    },
    refuseAll(status) {
      refusal = status;
    },
    serveAll() {
      breaks = false;
      refusal = null;
    },
  },
});

describe('deepgram flux', () => {
  const second = new Int16Array(8_000).fill(900);
  const listen = (more: Partial<DeepgramTranscriptionOptions>, listening: Partial<ListenOptions> = {}) =>
    create(more).listen({
      sampleRateHz: 8_000,
      language: 'en-US',
      phrases: () => [],
      keyTerms: [],
      signal: new AbortController().signal,
      ...listening,
    });
  const first = async (stream: AsyncIterable<TranscriptEvent>) => {
    for await (const event of stream) return event;
    return null;
  };

  test('judges turns itself', () => expect(create().endsTurns).toBe(true));

  test.each([
    [{}, 'en-US', { model: 'flux-general-en' }],
    [
      { endOfTurnThreshold: 0.8, likelyEndOfTurnThreshold: 0.4, endOfTurnTimeoutMs: 3_000 },
      'en-US',
      { model: 'flux-general-en', eot_threshold: '0.8', eager_eot_threshold: '0.4', eot_timeout_ms: '3000' },
    ],
    [{ model: 'flux-general-multi' }, 'de-AT', { model: 'flux-general-multi', language_hint: 'de' }],
    [{ model: 'flux-general-multi' }, null, { model: 'flux-general-multi' }],
  ])('requests %j in the language %s', async (options, language, parameters) => {
    answer = JSON.stringify(turnInfo('StartOfTurn', [['Yes', 0, 0.5]], [0, 1]));
    const stream = listen(options, { language });
    stream.write(second, 0);
    expect(await first(stream)).toMatchObject({ type: 'partial', text: 'Yes' });
    stream.close();
    expect(Object.fromEntries(queries.at(-1)!)).toEqual({
      encoding: 'linear16',
      sample_rate: '8000',
      eot_timeout_ms: '1500',
      ...parameters,
    });
  });

  test('sends key terms and the phrases of the moment, which may change', async () => {
    answer = JSON.stringify(turnInfo('StartOfTurn', [['Yes', 0, 0.5]], [0, 1]));
    const message = new Promise((resolve) => {
      onConfigure = resolve;
    });
    let phrases = ['yes please', '1'];
    const stream = listen({}, { keyTerms: ['Kowalczyk'], phrases: () => phrases });
    stream.write(second, 0);
    await first(stream);
    expect(queries.at(-1)!.getAll('keyterm')).toEqual(['Kowalczyk', 'yes please']);
    phrases = ['two adults'];
    stream.write(second, 1_000);
    expect(await message).toEqual({ type: 'Configure', keyterms: ['Kowalczyk', 'two adults'] });
    stream.close();
  });

  test('makes the words so far final when the service does not end the turn in time', async () => {
    answer = JSON.stringify(turnInfo('StartOfTurn', [['Yes', 0, 0.5]], [0, 1]));
    const stream = listen({ finalizeTimeoutMs: 1 });
    stream.write(second, 0);
    for await (const event of stream) {
      if (event.type === 'partial') stream.finish(800);
      else {
        expect(event).toMatchObject({ type: 'final', text: 'Yes', startMs: 0, endMs: 800 });
        break;
      }
    }
    stream.close();
    expect.assertions(1);
  });

  test('an error is a failure, without the key', async () => {
    answer = fatalError(`no ${apiKey}`);
    const stream = listen({});
    stream.write(second, 0);
    const failure = await first(stream).catch((error: Error) => error);
    expect(failure).toMatchObject({
      provider: 'deepgram',
      retryable: true,
      message: 'deepgram: no [redacted]',
    });
  });
});
