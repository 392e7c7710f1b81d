/**
 * AssemblyAI's Universal streaming, version 3, over its own WebSocket: JSON and raw audio need no client library.
 * Protocol: assemblyai.com/docs/streaming/message-sequence (read on 2026-11-26).
 */
import type { ListenOptions, SpeechToText } from '../interfaces/index.ts';
import {
  type AudioClock,
  asArray,
  asNumber,
  asObject,
  asText,
  preferredTerms,
  urlUnder,
  type VendorOptions,
} from '../kit/index.ts';
import {
  type ListenProtocol,
  liveTranscriber,
  primaryLanguages,
  type ReadTurn,
  socketUrl,
  type Turn,
  TurnAssembler,
  type Word,
} from '../live-transcription/index.ts';

export const assemblyAiName = 'assemblyai';
const defaultBaseUrl = 'https://streaming.assemblyai.com';
/** The model with all languages of the service in one. */
const defaultModel = 'universal-3-5-pro';
/** The service takes 50 to 1,000 ms of audio in a message. */
const audioMsMin = 50;
const finalizeTimeoutMs = 1_000;
/** The service takes 100 key terms of at most 50 characters. */
const keyTermsMax = 100;
const keyTermCharactersMax = 50;
/** Close codes from 3000 are the service's own; these will come again (assemblyai.com/docs/streaming/common-errors). */
const forGood = new Set([3003, 3006]);

interface AssemblyAiOptions extends VendorOptions {
  model?: string | undefined;
  /** Whether the service decides that the caller has finished; `true` by default. */
  endsTurns?: boolean | undefined;
  /** The silence after which the service ends a turn whatever the words, in milliseconds. */
  endOfTurnTimeoutMs?: number | undefined;
}

/** Returns AssemblyAI's streaming transcriber. */
export function assemblyAiSpeechToText(options: AssemblyAiOptions): SpeechToText {
  const { model = defaultModel, endsTurns = true, dispatcher } = options;
  return liveTranscriber({
    name: assemblyAiName,
    ...{ model, endsTurns, dispatcher },
    protocolFor: (listening) => protocol({ ...options, model, endsTurns }, listening),
  });
}

function protocol(
  options: AssemblyAiOptions & { model: string; endsTurns: boolean },
  listening: ListenOptions,
): ListenProtocol {
  const { apiKey, baseUrl = defaultBaseUrl, model, endsTurns, endOfTurnTimeoutMs } = options;
  const url = urlUnder(baseUrl, 'v3/ws');
  const parameters = {
    sample_rate: String(listening.sampleRateHz),
    encoding: 'pcm_s16le',
    speech_model: model,
    keyterms_prompt: JSON.stringify(terms(listening)),
    ...(endOfTurnTimeoutMs !== undefined && { max_turn_silence: String(endOfTurnTimeoutMs) }),
    ...(primaryLanguages(listening).length === 1 ? {} : { language_detection: 'true' }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return {
    provider: assemblyAiName,
    url: socketUrl(url),
    headers: apiKey === null ? {} : { authorization: apiKey },
    secrets: apiKey === null ? [] : [apiKey],
    isRetryable: (code) => !forGood.has(code) && code !== 1008,
    audioMsMin,
    finalizeMessage: endsTurns ? null : JSON.stringify({ type: 'ForceEndpoint' }),
    configureMessage: () =>
      JSON.stringify({ type: 'UpdateConfiguration', keyterms_prompt: terms(listening) }),
    keepAlive: null,
    closeMessage: JSON.stringify({ type: 'Terminate' }),
    finalizeTimeoutMs,
    failureIn: (message) =>
      message.type === 'Error' || typeof message.error === 'string'
        ? { words: asText(message.error), retryable: !forGood.has(asNumber(message.error_code) ?? 0) }
        : null,
    createAssembler: (clock) => new TurnAssembler(readerOf(clock), endsTurns),
  };
}

function terms(listening: ListenOptions): string[] {
  return preferredTerms(listening, keyTermsMax * keyTermCharactersMax)
    .filter(({ length }) => length <= keyTermCharactersMax)
    .slice(0, keyTermsMax);
}

/** Returns the reader of `Turn`, which repeats all words of the turn so far. Times are milliseconds of received audio. */
function readerOf(clock: AudioClock): ReadTurn {
  let open: { words: number; isLikely: boolean } | null = null;
  let endedOrder = -1;
  const wordOf = ({ text, start, end, confidence }: Record<string, unknown>): Word => {
    const [from, until] = [asNumber(start), asNumber(end)];
    return {
      text: asText(text),
      startMs: from === null ? null : clock.at(from, 'start'),
      endMs: until === null ? null : clock.at(until),
      confidence: asNumber(confidence),
    };
  };
  return (message): Turn | null => {
    if (message.type !== 'Turn') return null;
    const order = asNumber(message.turn_order) ?? endedOrder + 1;
    // The service repeats an ended turn with punctuation.
    if (order <= endedOrder) return null;
    const words = asArray(message.words).map(asObject).map(wordOf);
    const isEnd = message.end_of_turn === true;
    const language = asText(message.language_code);
    // While a turn lasts, `transcript` leaves out its last words.
    const text = isEnd ? asText(message.transcript).trim() : words.map((word) => word.text).join(' ');
    const startMs = words[0]?.startMs ?? clock.at(clock.sentMs);
    const endMs = Math.max(startMs, clock.at(clock.sentMs));
    const turn = { text, words, startMs, endMs, ...(language !== '' && { language }) };
    if (isEnd) {
      endedOrder = order;
      open = null;
      return { event: 'ended', ...turn };
    }
    if (words.length === 0) return null;
    const before = open;
    // The text of an utterance within a turn means that the turn may be over.
    const isLikely = asText(message.utterance) !== '';
    open = { words: words.length, isLikely: isLikely || (before?.isLikely ?? false) };
    if (before === null) return { event: 'started', ...turn };
    if (isLikely) return { event: 'likely', ...turn };
    if (!before.isLikely || words.length <= before.words) return { event: 'update', ...turn };
    open.isLikely = false;
    return { event: 'resumed', ...turn };
  };
}
