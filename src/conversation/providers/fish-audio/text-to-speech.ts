/**
 * Fish Audio's speech, streamed over HTTP as raw samples: one request. The client on npm (fish-audio 0.1.0) opens connections with
 * `node-fetch` and `ws`, which know no rules of egress. Protocol: docs.fish.audio/api-reference/endpoint/openapi-v1/text-to-speech (read
 * on 2026-11-26).
 */
import { httpVoice } from '../http-voice/index.ts';
import type { TextToSpeech } from '../interfaces/index.ts';
import { urlUnder, type VendorOptions } from '../kit/index.ts';

const defaultBaseUrl = 'https://api.fish.audio';
const defaultModel = 's1';
const sampleRateHz = 16_000;

interface FishAudioOptions extends VendorOptions {
  model?: string | undefined;
  /** The service's id of the voice (`reference_id`); without one it takes any voice. */
  voice?: string | undefined;
  /** A factor of the normal speed, 0.5 to 2. */
  speed?: number | undefined;
}

export function fishAudioTextToSpeech(options: FishAudioOptions): TextToSpeech {
  const { apiKey, baseUrl = defaultBaseUrl, model = defaultModel, speed, dispatcher } = options;
  return httpVoice({
    name: 'fish-audio',
    ...{ model, dispatcher },
    secrets: apiKey === null ? [] : [apiKey],
    requestFor: (text, request) => {
      const voice = request.voice ?? options.voice;
      return {
        url: urlUnder(baseUrl, 'v1/tts'),
        headers: {
          ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
          'content-type': 'application/json',
          model,
        },
        body: JSON.stringify({
          text,
          ...(voice !== undefined && { reference_id: voice }),
          ...{ format: 'pcm', sample_rate: sampleRateHz, latency: 'balanced' },
          ...(speed !== undefined && { prosody: { speed } }),
        }),
      };
    },
    body: sampleRateHz,
  });
}
