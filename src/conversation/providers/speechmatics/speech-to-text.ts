/**
 * Speechmatics' realtime transcription over its own WebSocket: JSON and raw audio need no client library. Protocol:
 * docs.speechmatics.com/api-ref/realtime-transcription-websocket (read on 2026-11-26).
 */
import type { ListenOptions, SpeechToText } from '../interfaces/index.ts';
import {
  type AudioClock,
  asArray,
  asNumber,
  asObject,
  asText,
  fixedTerms,
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

export const speechmaticsName = 'speechmatics';
const defaultBaseUrl = 'https://eu2.rt.speechmatics.com';
const defaultModel = 'enhanced';
const finalizeTimeoutMs = 1_000;
/** The longest delay of final words, in seconds, when nothing asks for them: the least that the service takes. */
const maxDelaySeconds = 0.7;
/** The silence, in seconds, after which the service ends a turn. */
const endOfTurnSeconds = 0.5;
/** The service takes 1,000 words and phrases. */
const vocabularyMax = 1_000;
const vocabularyCharactersMax = 20_000;
/** The errors after which the same request fails again. */
const forGood = new Set([
  'invalid_message',
  'invalid_model',
  'invalid_language',
  'invalid_config',
  'invalid_audio_type',
  'invalid_output_format',
  'not_authorised',
  'not_allowed',
  'insufficient_funds',
  'protocol_error',
]);
/** Close codes of the service that mean one of them: not authorised, invalid message or model, protocol error. */
const codesForGood = new Set([4001, 4003, 4004, 1003, 1008]);

interface SpeechmaticsOptions extends VendorOptions {
  /** The operating point: `standard` or `enhanced`. */
  model?: string | undefined;
  /** Whether the service ends turns after half a second without words. */
  endsTurns?: boolean | undefined;
}

/** Returns Speechmatics' streaming transcriber. */
export function speechmaticsSpeechToText(options: SpeechmaticsOptions): SpeechToText {
  const { model = defaultModel, endsTurns = false, dispatcher } = options;
  return liveTranscriber({
    name: speechmaticsName,
    ...{ model, endsTurns, dispatcher },
    protocolFor: (listening) => protocol({ ...options, model, endsTurns }, listening),
  });
}

function protocol(
  {
    apiKey,
    baseUrl = defaultBaseUrl,
    model,
    endsTurns,
  }: SpeechmaticsOptions & { model: string; endsTurns: boolean },
  listening: ListenOptions,
): ListenProtocol {
  return {
    provider: speechmaticsName,
    url: socketUrl(urlUnder(baseUrl, 'v2')),
    headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
    secrets: apiKey === null ? [] : [apiKey],
    isRetryable: (code) => !codesForGood.has(code),
    openingMessage: JSON.stringify({
      message: 'StartRecognition',
      audio_format: { type: 'raw', encoding: 'pcm_s16le', sample_rate: listening.sampleRateHz },
      transcription_config: {
        // The service listens for one language in a stream.
        language: primaryLanguages(listening)[0] ?? 'en',
        operating_point: model,
        enable_partials: true,
        max_delay: maxDelaySeconds,
        additional_vocab: fixedTerms(listening, vocabularyCharactersMax)
          .slice(0, vocabularyMax)
          .map((content) => ({ content })),
        ...(endsTurns && { conversation_config: { end_of_utterance_silence_trigger: endOfTurnSeconds } }),
      },
    }),
    isReady: ({ message }) => message === 'RecognitionStarted',
    finalizeMessage: endsTurns ? null : JSON.stringify({ message: 'ForceEndOfUtterance' }),
    // It confirms each piece of audio (`AudioAdded`).
    reportsAudio: true,
    configureMessage: null,
    keepAlive: null,
    closeMessage: null,
    finalizeTimeoutMs,
    failureIn: ({ message, type, reason }) =>
      message === 'Error'
        ? { words: `${asText(type)} ${asText(reason)}`.trim(), retryable: !forGood.has(asText(type)) }
        : null,
    createAssembler: (clock) => new UtteranceAssembler(readerOf(clock), endsTurns),
  };
}

/** Returns the reader of transcripts. Partial ones hold the words since the last final one. Times are seconds. */
function readerOf(clock: AudioClock): ReadMessage {
  const at = (seconds: unknown, edge: 'start' | 'end') =>
    clock.at(Math.round((asNumber(seconds) ?? clock.sentMs / 1000) * 1000), edge);
  const startOf = ({ results }: Record<string, unknown>) => {
    const seconds = asNumber(asObject(asArray(results)[0]).start_time);
    return seconds === null ? null : Math.round(seconds * 1000);
  };
  const understood = (message: Record<string, unknown>) => {
    const results = asArray(message.results).map(asObject);
    const metadata = asObject(message.metadata);
    const alternatives = results
      .filter(({ type }) => type === 'word')
      .map(({ alternatives }) => asObject(asArray(alternatives)[0]));
    const confidences = alternatives.flatMap(({ confidence }) => asNumber(confidence) ?? []);
    const startMs = at(results[0]?.start_time ?? metadata.start_time, 'start');
    return {
      text: asText(metadata.transcript).trim(),
      startMs,
      endMs: Math.max(startMs, at(results.at(-1)?.end_time ?? metadata.end_time, 'end')),
      confidence: confidences.length === 0 ? null : Math.min(...confidences),
    };
  };
  /** The start of the last final words, in the sent audio. */
  let finalMs = 0;
  return (message): readonly Statement[] => {
    switch (message.message) {
      case 'AddPartialTranscript':
        return [{ type: 'partial', ...understood(message) }];
      case 'AddTranscript':
        finalMs = startOf(message) ?? finalMs;
        return [{ type: 'final', ...understood(message) }];
      case 'EndOfUtterance':
        return [
          { type: 'flushed', sentMs: clock.answeredRequest(finalMs) },
          { type: 'turn-ended', atMs: at(asObject(message.metadata).end_time, 'end') },
        ];
      default:
        return [];
    }
  };
}
