/**
 * Azure AI Speech, streamed over HTTP as raw samples for SSML: one request. The official client is left out for the
 * reasons of `speech-to-text.ts`. Protocol: learn.microsoft.com/azure/ai-services/speech-service/rest-text-to-speech (read on
 * 2026-11-26). Word times exist only in the service's WebSocket.
 */

import { httpVoice } from '../http-voice/index.ts';
import type { SpeechRequest, TextToSpeech } from '../interfaces/index.ts';
import { escapeXml, markPhonemes, urlUnder, type VendorOptions } from '../kit/index.ts';
import { azureSpeechName, speechAddress } from './service.ts';

const defaultVoice = 'en-US-AvaMultilingualNeural';
const sampleRateHz = 16_000;

interface AzureSpeechOptions extends VendorOptions {
  /** The voice, such as `de-DE-KatjaNeural`. */
  voice?: string | undefined;
  /** A factor of the normal speed, 0.5 to 2. */
  speed?: number | undefined;
}

export function azureSpeechTextToSpeech(options: AzureSpeechOptions): TextToSpeech {
  const { apiKey, voice = defaultVoice, speed, dispatcher } = options;
  return httpVoice({
    name: azureSpeechName,
    dispatcher,
    secrets: apiKey === null ? [] : [apiKey],
    requestFor: (text, request) => ({
      url: urlUnder(speechAddress(options, 'tts'), 'cognitiveservices/v1'),
      headers: {
        ...(apiKey !== null && { 'ocp-apim-subscription-key': apiKey }),
        'content-type': 'application/ssml+xml',
        'user-agent': 'parley',
        'x-microsoft-outputformat': 'raw-16khz-16bit-mono-pcm',
      },
      body: ssml(text, request, request.voice ?? voice, speed),
    }),
    body: sampleRateHz,
  });
}

function ssml(text: string, request: SpeechRequest, voice: string, speed: number | undefined): string {
  const { phonemes = [], language } = request;
  // The positions of pronunciations count only while the text is unchanged.
  const marked =
    phonemes.length > 0 && text === request.text
      ? markPhonemes(
          request,
          (part, ipa) => `<phoneme alphabet="ipa" ph="${escapeXml(ipa)}">${escapeXml(part)}</phoneme>`,
          escapeXml,
        )
      : escapeXml(text);
  const paced = speed === undefined ? marked : `<prosody rate="${speed}">${marked}</prosody>`;
  const lang = escapeXml(language ?? voice.split('-', 2).join('-'));
  const head = `<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="${lang}">`;
  return `${head}<voice name="${escapeXml(voice)}">${paced}</voice></speak>`;
}
