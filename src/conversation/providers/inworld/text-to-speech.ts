/**
 * Inworld's speech with word times, streamed over HTTP as JSON lines: one request. The official client (@inworld/runtime 0.8.2) has
 * an install script that unpacks binaries. Protocol:
 * docs.inworld.ai/api-reference/ttsAPI/texttospeech/synthesize-speech-stream (read on 2026-11-26).
 */
import { httpVoice, jsonLines, withoutWavHeader, wordsOfLists } from '../http-voice/index.ts';
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

const name = 'inworld';
const defaultBaseUrl = 'https://api.inworld.ai';
const defaultModel = 'inworld-tts-1.5-mini';
const defaultVoice = 'Ashley';
const sampleRateHz = 16_000;
/** Codes of gRPC after which the same request fails again: invalid argument, not found, denied, unauthenticated. */
const forGood = new Set([3, 5, 7, 16]);

interface InworldOptions extends VendorOptions {
  model?: string | undefined;
  voice?: string | undefined;
  /** A factor of the normal speed, 0.5 to 1.5. */
  speed?: number | undefined;
}

export function inworldTextToSpeech(options: InworldOptions): TextToSpeech {
  const {
    apiKey,
    baseUrl = defaultBaseUrl,
    model = defaultModel,
    voice = defaultVoice,
    dispatcher,
  } = options;
  const secrets = apiKey === null ? [] : [apiKey];
  return httpVoice({
    ...{ name, model, secrets, dispatcher },
    requestFor: (text, request) => ({
      url: urlUnder(baseUrl, 'tts/v1/voice:stream'),
      headers: {
        ...(apiKey !== null && { authorization: `Basic ${apiKey}` }),
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        ...{ text, voiceId: request.voice ?? voice, modelId: model, timestampType: 'WORD' },
        audioConfig: {
          audioEncoding: 'LINEAR16',
          sampleRateHertz: sampleRateHz,
          ...(options.speed !== undefined && { speakingRate: options.speed }),
        },
      }),
    }),
    body: (body) => read(body, secrets),
  });
}

async function* read(
  body: AsyncIterable<Uint8Array>,
  secrets: readonly string[],
): AsyncGenerator<SpeechChunk, void, undefined> {
  const samples = new PcmReader();
  for await (const { result, error } of jsonLines(name, body)) {
    if (error !== undefined) throw failureOf(asObject(error), secrets);
    const { audioContent, timestampInfo } = asObject(result);
    const { words, wordStartTimeSeconds, wordEndTimeSeconds } = asObject(
      asObject(timestampInfo).wordAlignment,
    );
    const spoken = wordsOfLists(words, wordStartTimeSeconds, wordEndTimeSeconds);
    // Each piece of audio is a WAV file of its own.
    const pcm = samples.read(withoutWavHeader(Buffer.from(asText(audioContent), 'base64')));
    yield spoken.length === 0 ? { pcm, sampleRateHz } : { pcm, sampleRateHz, words: spoken };
  }
}

function failureOf({ code, message }: Record<string, unknown>, secrets: readonly string[]): ProviderError {
  const words = shorten(withoutSecrets(asText(message), secrets));
  return new ProviderError(name, `${name}: ${words}`, { retryable: !forGood.has(asNumber(code) ?? 0) });
}
