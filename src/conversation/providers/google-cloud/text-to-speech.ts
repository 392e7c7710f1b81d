/**
 * Google Cloud Text-to-Speech. Voices of Chirp 3 HD stream over gRPC (`StreamingSynthesize`). The service streams no other voice, so
 * those answer a whole sentence at once over REST (`text:synthesize`, cloud.google.com/text-to-speech/docs/reference/rest, read on
 * 2026-11-26). The official client is left out for the reasons of `speech-to-text.ts`.
 */

import { httpVoice, withoutWavHeader } from '../http-voice/index.ts';
import type { SpeechChunk, SpeechRequest, TextToSpeech } from '../interfaces/index.ts';
import {
  asText,
  PcmReader,
  ProviderError,
  parseMessage,
  urlUnder,
  type VendorOptions,
  vendorSpeech,
} from '../kit/index.ts';
import { GrpcChannel } from '../network/index.ts';
import { credentials, googleCloudName } from './service.ts';
import { isStreamed, streamedSpeech } from './synthesis.ts';

const name = googleCloudName;
const defaultBaseUrl = 'https://texttospeech.googleapis.com';
const sampleRateHz = 16_000;
/** Ten minutes of audio in base64. */
const answerBytesMax = 26_000_000;

interface GoogleCloudOptions extends VendorOptions {
  /** The name of the voice, such as `de-DE-Chirp3-HD-Aoede`; without one the service chooses by language. */
  voice?: string | undefined;
  /** A factor of the normal speed, 0.25 to 2. */
  speed?: number | undefined;
}

export function googleCloudTextToSpeech(options: GoogleCloudOptions): TextToSpeech {
  const { baseUrl = defaultBaseUrl, speed, dispatcher } = options;
  const access = credentials(options);
  const whole = wholeSpeechVoice(options, access);
  const channel = new GrpcChannel({ provider: name, url: new URL(baseUrl), dispatcher });
  return {
    ...whole,
    speak(request, speakOptions = {}) {
      const { voice, languageCode } = chosenBy(options, request);
      if (voice === undefined || !isStreamed(voice)) return whole.speak(request, speakOptions);
      const settings = { languageCode, voice, sampleRateHz, speed };
      return vendorSpeech(name, request, speakOptions, (text) =>
        streamedSpeech(channel, access, settings, text, speakOptions.signal),
      );
    },
    [Symbol.asyncDispose]: async () => channel.close(),
  };
}

function wholeSpeechVoice(
  options: GoogleCloudOptions,
  { headers, secrets }: ReturnType<typeof credentials>,
): TextToSpeech {
  const { baseUrl = defaultBaseUrl, speed, dispatcher } = options;
  return httpVoice({
    ...{ name, dispatcher, secrets },
    requestFor: async (text, request) => {
      const { voice, languageCode } = chosenBy(options, request);
      return {
        url: urlUnder(baseUrl, 'v1/text:synthesize'),
        headers: { ...(await headers()), 'content-type': 'application/json' },
        body: JSON.stringify({
          input: { text },
          voice: { languageCode, ...(voice !== undefined && { name: voice }) },
          audioConfig: {
            audioEncoding: 'LINEAR16',
            sampleRateHertz: sampleRateHz,
            ...(speed !== undefined && { speakingRate: speed }),
          },
        }),
      };
    },
    body: read,
  });
}

/** Returns the voice of a request, if one is named, and the language that the service needs beside it. */
function chosenBy(
  options: GoogleCloudOptions,
  { voice, language }: SpeechRequest,
): { voice: string | undefined; languageCode: string } {
  const chosen = voice ?? options.voice;
  return { voice: chosen, languageCode: chosen?.split('-', 2).join('-') ?? language ?? 'en-US' };
}

async function* read(body: AsyncIterable<Uint8Array>): AsyncGenerator<SpeechChunk, void, undefined> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > answerBytesMax)
      throw new ProviderError(name, `${name} speaks without end`, { retryable: false });
    parts.push(part);
  }
  const { audioContent } = parseMessage(name, Buffer.concat(parts).toString('utf8'));
  const audio = withoutWavHeader(Buffer.from(asText(audioContent), 'base64'));
  yield { pcm: new PcmReader().read(audio), sampleRateHz };
}
