/**
 * Gladia's live transcription: a request that opens a session, and its WebSocket. Messages are JSON and raw audio, and the official
 * client (@gladiaio/sdk 2.1.0) opens sockets of its own, which know no rules of egress. Protocol: docs.gladia.io/api-reference/v2/live
 * (read on 2026-11-26). The service ends utterances itself and cannot be asked to.
 */
import type { ListenOptions, SpeechToText } from '../interfaces/index.ts';
import {
  type AudioClock,
  asNumber,
  asObject,
  asText,
  fixedTerms,
  isRetryableStatus,
  ProviderError,
  parseMessage,
  urlUnder,
  type VendorOptions,
} from '../kit/index.ts';
import {
  type ListenProtocol,
  liveTranscriber,
  primaryLanguages,
  type ReadMessage,
  type Statement,
  UtteranceAssembler,
} from '../live-transcription/index.ts';
import { requestText } from '../network/index.ts';

const name = 'gladia';
const defaultBaseUrl = 'https://api.gladia.io';
const defaultModel = 'solaria-1';
const finalizeTimeoutMs = 1_000;
const answerBytesMax = 65_536;
/** The silence, in seconds, after which the service ends an utterance. */
const endpointingSeconds = 0.1;
const vocabularyCharactersMax = 10_000;
const vocabularyMax = 100;

interface GladiaOptions extends VendorOptions {
  model?: string | undefined;
}

/** Returns Gladia's streaming transcriber. */
export function gladiaSpeechToText(options: GladiaOptions): SpeechToText {
  const { model = defaultModel, dispatcher } = options;
  return liveTranscriber({
    ...{ name, model, endsTurns: false, dispatcher },
    protocolFor: (listening) => protocol({ ...options, model }, listening),
  });
}

function protocol(options: GladiaOptions & { model: string }, listening: ListenOptions): ListenProtocol {
  const { apiKey } = options;
  return {
    provider: name,
    // An aborted stream needs no session.
    url: listening.signal.aborted ? '' : openSession(options, listening),
    headers: {},
    secrets: apiKey === null ? [] : [apiKey],
    finalizeMessage: null,
    configureMessage: null,
    keepAlive: null,
    closeMessage: JSON.stringify({ type: 'stop_recording' }),
    finalizeTimeoutMs,
    failureIn: ({ type, error }) => {
      if (type !== 'error' && (error === null || error === undefined)) return null;
      const { message, status_code, code } = asObject(error);
      const status = asNumber(status_code) ?? asNumber(code) ?? 500;
      return { words: asText(message), retryable: isRetryableStatus(status) };
    },
    createAssembler: (clock) => new UtteranceAssembler(readerOf(clock)),
  };
}

/** Opens a session, and returns the address of its WebSocket, which holds a token for this session only. */
async function openSession(
  { apiKey, baseUrl = defaultBaseUrl, model, dispatcher }: GladiaOptions & { model: string },
  listening: ListenOptions,
): Promise<string> {
  const languages = primaryLanguages(listening);
  const vocabulary = fixedTerms(listening, vocabularyCharactersMax)
    .slice(0, vocabularyMax)
    .map((value) => {
      // An intensity is 0 to 1, and 0.5 is usual (docs.gladia.io/chapters/live-stt/features/custom-vocabulary).
      const intensity = listening.boosts?.get(value);
      return intensity === undefined ? value : { value, intensity };
    });
  const answer = await requestText(
    {
      ...{ provider: name, dispatcher, signal: listening.signal },
      url: urlUnder(baseUrl, 'v2/live'),
      headers: { 'content-type': 'application/json', ...(apiKey !== null && { 'x-gladia-key': apiKey }) },
      secrets: apiKey === null ? [] : [apiKey],
      body: JSON.stringify({
        ...{ encoding: 'wav/pcm', bit_depth: 16, sample_rate: listening.sampleRateHz, channels: 1, model },
        endpointing: endpointingSeconds,
        language_config: { languages, code_switching: languages.length > 1 },
        messages_config: { receive_partial_transcripts: true },
        ...(vocabulary.length > 0 && {
          realtime_processing: { custom_vocabulary: true, custom_vocabulary_config: { vocabulary } },
        }),
      }),
    },
    answerBytesMax,
  );
  const url = asText(parseMessage(name, answer).url);
  if (url !== '') return url;
  throw new ProviderError(name, `${name} answered without the address of a session`, { retryable: true });
}

/** Returns the reader of transcripts. Times are seconds of received audio. */
function readerOf(clock: AudioClock): ReadMessage {
  const at = (seconds: unknown, edge: 'start' | 'end') =>
    clock.at(Math.round((asNumber(seconds) ?? clock.sentMs / 1000) * 1000), edge);
  return (message): readonly Statement[] => {
    if (message.type !== 'transcript') return [];
    const data = asObject(message.data);
    const { text, start, end, confidence, language } = asObject(data.utterance);
    const startMs = at(start, 'start');
    const understood = {
      text: asText(text).trim(),
      startMs,
      endMs: Math.max(startMs, at(end, 'end')),
      confidence: asNumber(confidence),
      ...(asText(language) !== '' && { language: asText(language) }),
    };
    return [
      data.is_final === true
        ? { type: 'final', isWhole: true, ...understood }
        : { type: 'partial', ...understood },
    ];
  };
}
