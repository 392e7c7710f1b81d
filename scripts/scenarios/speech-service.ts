import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer, json } from 'node:stream/consumers';
import type { WebSocket } from 'ws';
import { fliteVoices } from '../../src/conversation/providers/flite/index.ts';
import type { TextToSpeech } from '../../src/conversation/providers/interfaces/index.ts';
import { wholeSpeech } from '../../src/conversation/providers/kit/index.ts';
import { startLocalService } from '../../src/conversation/providers/testing/local-service.ts';
import { delay } from '../../src/platform/kernel/index.ts';
import { readWav, resample } from '../../src/telephony/media/index.ts';
import { FluxTranscription } from './flux-transcription.ts';
import { type ExpectedPart, expectedPart, type HeardWord, type SaidPart, WordFinder } from './word-finder.ts';

/** A text that the service was asked to say, and the voice. */
export interface SpokenText {
  voice: string;
  text: string;
}

/**
 * A stub of a vendor's transcriber and voice, for one scenario. It speaks Deepgram's protocols (`/v1/listen` of Nova,
 * `/v2/listen` of Flux, `/v1/speak`) and OpenAI's `/audio/transcriptions`.
 */
export interface SpeechService {
  url: string;
  /** The spoken texts, in the order of the requests. */
  spoken: readonly SpokenText[];
  /** Announces what the customer begins to say; `language` in BCP 47. */
  expect(parts: readonly SaidPart[], language: string): void;
  close(): void;
}

/** The delay of every result behind its audio, about that of the vendor. */
const resultDelayMs = 150;
const confidence = 0.98;
/** The time that the transcription of a whole utterance takes. */
const utteranceDelayMs = 300;
/** More than the silence that ends a part for the word finder. */
const silenceAfterMs = 700;

export async function startSpeechService(voice: TextToSpeech): Promise<SpeechService> {
  const spoken: SpokenText[] = [];
  // A stream that is opened in the middle of the call continues where the last one ended.
  const expected: ExpectedPart[] = [];
  const { baseUrl, close } = await startLocalService({
    onRequest: (request, response) => {
      const answered = request.url?.startsWith('/audio/transcriptions')
        ? transcribe(request, response, expected)
        : speak(request, response, voice, spoken);
      answered.catch((error: unknown) => response.destroy(error as Error));
    },
    onSocket: (socket, request) => {
      const parameters = parametersOf(request);
      if (!request.url?.startsWith('/v2/')) new Transcription(socket, parameters, expected);
      else listenWithFlux(socket, new WordFinder(Number(parameters.get('sample_rate')), expected));
    },
  });
  return {
    url: baseUrl,
    spoken,
    expect: (parts, language) => {
      expected.push(...parts.map((part) => expectedPart(part, language)));
    },
    close,
  };
}

function parametersOf({ url }: IncomingMessage): URLSearchParams {
  return new URL(url ?? '/', 'http://localhost').searchParams;
}

/** Returns the samples of linear 16-bit audio, little-endian. */
function pcmIn(data: Buffer): Int16Array {
  return Int16Array.from({ length: data.length / 2 }, (_, n) => data.readInt16LE(n * 2));
}

function listenWithFlux(socket: WebSocket, words: WordFinder): void {
  const flux = new FluxTranscription(socket, words, resultDelayMs);
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) flux.hear(pcmIn(data));
    else if ((JSON.parse(data.toString()) as { type: string }).type === 'CloseStream') socket.close();
  });
}

/** Answers `/audio/transcriptions` with the words of one utterance, whose WAV file is the last part of the form. */
async function transcribe(
  request: IncomingMessage,
  response: ServerResponse,
  expected: ExpectedPart[],
): Promise<void> {
  const body = await buffer(request);
  const { channels, sampleRateHz } = readWav(body.subarray(body.indexOf('RIFF')));
  const words = new WordFinder(sampleRateHz, expected);
  const silence = new Int16Array((sampleRateHz * silenceAfterMs) / 1000);
  const heard = [...words.hear(channels[0]!), ...words.hear(silence)];
  await delay(utteranceDelayMs);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ text: heard.map(({ text }) => text).join(' ') }));
}

/** One stream of `/v1/listen`: interim results while words arrive, and final ones after a silence or `Finalize`. */
class Transcription {
  readonly #words: WordFinder;
  readonly #socket: WebSocket;
  readonly #endpointingMs: number;
  readonly #detectsLanguages: boolean;
  /** The words without a final result. */
  #pending: HeardWord[] = [];

  constructor(socket: WebSocket, parameters: URLSearchParams, expected: ExpectedPart[]) {
    this.#socket = socket;
    this.#words = new WordFinder(Number(parameters.get('sample_rate')), expected);
    this.#endpointingMs = Number(parameters.get('endpointing'));
    this.#detectsLanguages = parameters.get('language') === 'multi';
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.#hear(data);
      else this.#obey(JSON.parse(data.toString()) as { type: string });
    });
  }

  #hear(data: Buffer): void {
    const heard = this.#words.hear(pcmIn(data));
    this.#pending.push(...heard);
    if (this.#pending.length === 0) return;
    if (this.#words.quietMs >= this.#endpointingMs) this.#conclude({ speech_final: true });
    else if (heard.length > 0) this.#send({});
  }

  #obey({ type }: { type: string }): void {
    if (type === 'Finalize') this.#conclude({ from_finalize: true });
    else if (type === 'CloseStream') this.#socket.close();
  }

  #conclude(flags: object): void {
    this.#send({ is_final: true, ...flags });
    this.#pending = [];
  }

  #send(flags: object): void {
    const result = results(this.#pending, this.#words.receivedMs, this.#detectsLanguages);
    const message = JSON.stringify({ ...result, ...flags });
    setTimeout(() => this.#socket.send(message), resultDelayMs);
  }
}

/** Returns a `Results` message with the time in seconds since the start of the stream. */
function results(words: readonly HeardWord[], receivedMs: number, detectsLanguages: boolean): object {
  const start = (words[0]?.startMs ?? receivedMs) / 1000;
  const duration = (words.at(-1)?.endMs ?? receivedMs) / 1000 - start;
  const alternative = {
    transcript: words.map(({ text }) => text).join(' '),
    confidence: words.length === 0 ? 0 : confidence,
    ...(detectsLanguages && { languages: [...new Set(words.map(({ language }) => language))] }),
    words: words.map(({ text, startMs, endMs }) => ({
      ...{ word: text, punctuated_word: text, confidence, start: startMs / 1000, end: endMs / 1000 },
    })),
  };
  return {
    ...{ type: 'Results', channel_index: [0, 1], start, duration },
    ...{ is_final: false, speech_final: false, from_finalize: false },
    channel: { alternatives: [alternative] },
  };
}

/** Answers `/v1/speak`. The model is one of Flite's voices; its first one speaks for others. All of them speak English. */
async function speak(
  request: IncomingMessage,
  response: ServerResponse,
  voice: TextToSpeech,
  spoken: SpokenText[],
): Promise<void> {
  const { text } = (await json(request)) as { text: string };
  const parameters = parametersOf(request);
  const model = parameters.get('model') ?? '';
  spoken.push({ voice: model, text });
  const known = fliteVoices.find(({ id }) => id === model) ?? fliteVoices[0]!;
  const { pcm, sampleRateHz } = await wholeSpeech(voice.speak({ text, voice: known.id, language: 'en' }));
  const samples = resample(pcm, sampleRateHz, Number(parameters.get('sample_rate')));
  response.end(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength));
}
