/**
 * Amazon Polly, streamed over HTTP as raw samples. Requests are signed (Signature Version 4) by aws4fetch, which Bedrock's package
 * uses too: Amazon's own client is large for one operation. Protocol:
 * docs.aws.amazon.com/polly/latest/dg/API_SynthesizeSpeech.html (read on 2026-11-26). Word times need a second request for
 * the same text, which would be billed, so Parley estimates them.
 */
import { httpVoice } from '../http-voice/index.ts';
import type { SpeechRequest, TextToSpeech } from '../interfaces/index.ts';
import { escapeXml, markPhonemes, urlUnder, type VendorOptions } from '../kit/index.ts';

const defaultModel = 'neural';
const defaultVoice = 'Joanna';
const sampleRateHz = 16_000;
/** The engines that take pronunciations. */
const phonemeEngines = new Set(['neural', 'standard']);

interface PollyOptions extends VendorOptions {
  /** The engine: `standard`, `neural`, `long-form` or `generative`. */
  model?: string | undefined;
  voice?: string | undefined;
}

export function pollyTextToSpeech(options: PollyOptions): TextToSpeech {
  const { apiKey, accessKeyId, region, model = defaultModel, voice = defaultVoice, dispatcher } = options;
  const domain = region?.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  const url = urlUnder(options.baseUrl ?? `https://polly.${region}.${domain}`, 'v1/speech');
  return httpVoice({
    name: 'polly',
    ...{ model, dispatcher },
    secrets: apiKey === null ? [] : [apiKey],
    requestFor: async (text, request) => {
      const ssml = phonemeEngines.has(model) ? ssmlOf(text, request) : null;
      const body = JSON.stringify({
        ...{ Engine: model, OutputFormat: 'pcm', SampleRate: String(sampleRateHz) },
        ...{ Text: ssml ?? text, TextType: ssml === null ? 'text' : 'ssml' },
        VoiceId: request.voice ?? voice,
      });
      // Loaded with the first text.
      const { AwsV4Signer } = await import('aws4fetch');
      const signed = await new AwsV4Signer({
        ...{ url: url.href, method: 'POST', body, service: 'polly', region: region! },
        headers: { 'content-type': 'application/json' },
        ...{ accessKeyId: accessKeyId!, secretAccessKey: apiKey! },
      }).sign();
      return { url: signed.url, headers: Object.fromEntries(signed.headers), body };
    },
    body: sampleRateHz,
  });
}

/** Returns the text with its pronunciations; `null` without any. Their positions count only while the text is unchanged. */
function ssmlOf(text: string, request: SpeechRequest): string | null {
  if (!request.phonemes?.length || text !== request.text) return null;
  const mark = (part: string, ipa: string) =>
    `<phoneme alphabet="ipa" ph="${escapeXml(ipa)}">${escapeXml(part)}</phoneme>`;
  return `<speak>${markPhonemes(request, mark, escapeXml)}</speak>`;
}
