/**
 * Google Cloud Text-to-Speech over REST (`text:synthesize`, cloud.google.com/text-to-speech/docs/reference/rest, read on
 * 2026-11-26). The service streams only over gRPC, and its client is large. So the audio of a sentence arrives whole;
 * the pipeline asks sentence by sentence.
 */

import { httpVoice, withoutWavHeader } from '../http-voice/index.ts';
import type { SpeechChunk, TextToSpeech } from '../interfaces/index.ts';
import {
  asText,
  PcmReader,
  ProviderError,
  parseMessage,
  urlUnder,
  type VendorOptions,
} from '../kit/index.ts';
import { credentials, googleCloudName } from './service.ts';

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
  const { headers, secrets } = credentials(options);
  return httpVoice({
    ...{ name, dispatcher, secrets },
    requestFor: async (text, { voice = null, language }) => {
      const chosen = voice ?? options.voice;
      const languageCode = chosen?.split('-', 2).join('-') ?? language ?? 'en-US';
      return {
        url: urlUnder(baseUrl, 'v1/text:synthesize'),
        headers: { ...(await headers()), 'content-type': 'application/json' },
        body: JSON.stringify({
          input: { text },
          voice: { languageCode, ...(chosen !== undefined && { name: chosen }) },
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
