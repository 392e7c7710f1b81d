/**
 * Hume's Octave with word times, streamed over HTTP as JSON lines: one request, so the official client (hume 0.16.0, 12 MB on disk)
 * would add nothing. Protocol: dev.hume.ai/reference/text-to-speech-tts/synthesize-json-streaming (read on 2026-11-26).
 */
import { httpVoice, jsonLines } from '../http-voice/index.ts';
import type { SpeechChunk, TextToSpeech } from '../interfaces/index.ts';
import {
  asNumber,
  asObject,
  asText,
  PcmReader,
  ProviderError,
  shorten,
  urlUnder,
  type VendorOptions,
  withoutSecrets,
} from '../kit/index.ts';

const name = 'hume';
const defaultBaseUrl = 'https://api.hume.ai';
/** The version of Octave. The service has no other models. */
const defaultModel = '2';
const defaultVoice = 'Ava Song';
/** The only sample rate of the service's raw samples. */
const sampleRateHz = 48_000;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

interface HumeOptions extends VendorOptions {
  model?: string | undefined;
  /** The id of a voice, or its name in the service's library. */
  voice?: string | undefined;
  /** A factor of the normal speed, 0.5 to 2. */
  speed?: number | undefined;
  /** How to speak, in words. */
  instructions?: string | undefined;
}

export function humeTextToSpeech(options: HumeOptions): TextToSpeech {
  const { apiKey, baseUrl = defaultBaseUrl, model = defaultModel, dispatcher, speed, instructions } = options;
  const secrets = apiKey === null ? [] : [apiKey];
  return httpVoice({
    ...{ name, model, secrets, dispatcher },
    requestFor: (text, request) => {
      const voice = request.voice ?? options.voice ?? defaultVoice;
      return {
        url: urlUnder(baseUrl, 'v0/tts/stream/json'),
        headers: {
          ...(apiKey !== null && { 'x-hume-api-key': apiKey }),
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          version: model,
          utterances: [
            {
              text,
              voice: uuid.test(voice) ? { id: voice } : { name: voice, provider: 'HUME_AI' },
              ...(speed !== undefined && { speed }),
              ...(instructions !== undefined && { description: instructions }),
            },
          ],
          format: { type: 'pcm' },
          ...{ instant_mode: true, strip_headers: true, include_timestamp_types: ['word'] },
        }),
      };
    },
    body: (body) => read(body, secrets),
  });
}

async function* read(
  body: AsyncIterable<Uint8Array>,
  secrets: readonly string[],
): AsyncGenerator<SpeechChunk, void, undefined> {
  const samples = new PcmReader();
  for await (const message of jsonLines(name, body)) {
    if (message.type === 'timestamp') {
      const { type, text, time } = asObject(message.timestamp);
      const [startMs, endMs] = [asNumber(asObject(time).begin), asNumber(asObject(time).end)];
      if (type !== 'word' || startMs === null || endMs === null) continue;
      yield { pcm: new Int16Array(0), sampleRateHz, words: [{ text: asText(text), startMs, endMs }] };
    } else if (message.type === 'error') {
      const words = shorten(withoutSecrets(asText(message.message), secrets));
      throw new ProviderError(name, `${name}: ${words}`, { retryable: true });
    } else {
      yield { pcm: samples.read(Buffer.from(asText(message.audio), 'base64')), sampleRateHz };
    }
  }
}
