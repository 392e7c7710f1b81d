/**
 * ElevenLabs' Scribe in real time over its own WebSocket. Messages are JSON, and the official client (@elevenlabs/elevenlabs-js
 * 2.73.0) opens sockets with `ws`, which know no rules of egress. Protocol:
 * elevenlabs.io/docs/api-reference/speech-to-text/v-1-speech-to-text-realtime (read on 2026-11-26).
 */
import type { ListenOptions, SpeechToText } from '../interfaces/index.ts';
import {
  type AudioClock,
  asArray,
  asNumber,
  asObject,
  asText,
  pcmBytes,
  urlUnder,
  type VendorOptions,
} from '../kit/index.ts';
import {
  type ListenProtocol,
  liveTranscriber,
  primaryLanguages,
  type ReadMessage,
  type Statement,
  socketUrl,
  UtteranceAssembler,
} from '../live-transcription/index.ts';

const name = 'elevenlabs';
const defaultBaseUrl = 'https://api.elevenlabs.io';
const defaultModel = 'scribe_v2_realtime';
const finalizeTimeoutMs = 1_000;
/** The service takes 50 key terms of at most 20 characters. */
const keyTermsMax = 50;
const keyTermCharactersMax = 20;
/** Errors after which the same request fails again. */
const forGood = new Set([
  'auth_error',
  'input_error',
  'unaccepted_terms',
  'quota_exceeded',
  'invalid_request',
]);
/** The service refuses to finish an utterance with hardly any audio. It has no words. */
const withoutWords = new Set(['commit_throttled', 'insufficient_audio_activity']);

interface ScribeOptions extends VendorOptions {
  model?: string | undefined;
}

/** Returns ElevenLabs' streaming transcriber. */
export function elevenLabsSpeechToText(options: ScribeOptions): SpeechToText {
  const { model = defaultModel, dispatcher } = options;
  return liveTranscriber({
    ...{ name, model, endsTurns: false, dispatcher },
    protocolFor: (listening) => protocol({ ...options, model }, listening),
  });
}

function protocol(
  { apiKey, baseUrl = defaultBaseUrl, model }: ScribeOptions & { model: string },
  listening: ListenOptions,
): ListenProtocol {
  const { sampleRateHz } = listening;
  const languages = primaryLanguages(listening);
  const url = urlUnder(baseUrl, 'v1/speech-to-text/realtime');
  url.searchParams.set('model_id', model);
  url.searchParams.set('audio_format', `pcm_${sampleRateHz}`);
  url.searchParams.set('commit_strategy', 'manual');
  url.searchParams.set('include_timestamps', 'true');
  if (languages.length === 1) url.searchParams.set('language_code', languages[0]!);
  else url.searchParams.set('include_language_detection', 'true');
  const terms = listening.keyTerms.filter(({ length }) => length <= keyTermCharactersMax);
  for (const term of terms.slice(0, keyTermsMax)) url.searchParams.append('keyterms', term);
  const chunk = (base64: string, commit: boolean) =>
    JSON.stringify({
      message_type: 'input_audio_chunk',
      audio_base_64: base64,
      commit,
      sample_rate: sampleRateHz,
    });
  return {
    provider: name,
    url: socketUrl(url),
    headers: apiKey === null ? {} : { 'xi-api-key': apiKey },
    secrets: apiKey === null ? [] : [apiKey],
    audioMessage: (pcm) => {
      const bytes = pcmBytes(pcm);
      return chunk(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'), false);
    },
    finalizeMessage: chunk('', true),
    configureMessage: null,
    keepAlive: null,
    closeMessage: null,
    finalizeTimeoutMs,
    failureIn: ({ message_type, error }) => {
      const type = asText(message_type);
      if (error === undefined || withoutWords.has(type)) return null;
      return { words: asText(error) || type, retryable: !forGood.has(type) };
    },
    createAssembler: (clock) => new UtteranceAssembler(readerOf(clock)),
  };
}

/**
 * Returns the reader of transcripts. The service sends each committed one twice, first without times; only the second
 * counts. Partial ones have no times: they began at the end of the last committed one.
 */
function readerOf(clock: AudioClock): ReadMessage {
  let committedMs = 0;
  return (message): readonly Statement[] => {
    const type = asText(message.message_type);
    const text = asText(message.text).trim();
    if (type === 'partial_transcript') {
      const startMs = clock.at(committedMs, 'start');
      return [{ type: 'partial', text, startMs, endMs: clock.at(clock.sentMs), confidence: null }];
    }
    if (withoutWords.has(type)) return [{ type: 'flushed', sentMs: clock.answeredRequest() }];
    if (type !== 'committed_transcript_with_timestamps') return [];
    const words = asArray(message.words)
      .map(asObject)
      .filter((word) => word.type === 'word');
    const seconds = (value: unknown, otherwiseMs: number) =>
      Math.round((asNumber(value) ?? otherwiseMs / 1000) * 1000);
    const startMs = clock.at(seconds(words[0]?.start, committedMs), 'start');
    const endMs = Math.max(startMs, clock.at(seconds(words.at(-1)?.end, clock.sentMs)));
    committedMs = clock.answeredRequest(Math.round((asNumber(words[0]?.start) ?? 0) * 1000));
    const language = asText(message.language_code);
    const understood = { text, startMs, endMs, confidence: null, ...(language !== '' && { language }) };
    return [
      { type: 'final', ...understood },
      { type: 'flushed', sentMs: committedMs },
    ];
  };
}
