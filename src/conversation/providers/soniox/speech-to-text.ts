/**
 * Soniox's real-time transcription over its own WebSocket: JSON and raw audio need no client library. Protocol:
 * soniox.com/docs/api-reference/stt/websocket-api (read on 2026-11-26).
 */
import type { ListenOptions, SpeechToText } from '../interfaces/index.ts';
import {
  type AudioClock,
  asArray,
  asNumber,
  asObject,
  asText,
  fixedTerms,
  isRetryableStatus,
  urlUnder,
  type VendorOptions,
} from '../kit/index.ts';
import {
  type ListenProtocol,
  liveTranscriber,
  primaryLanguages,
  type ReadTurn,
  socketUrl,
  TurnAssembler,
  type Word,
} from '../live-transcription/index.ts';

export const sonioxName = 'soniox';
const defaultBaseUrl = 'https://stt-rt.soniox.com';
const defaultModel = 'stt-rt-v5';
const finalizeTimeoutMs = 1_000;
/** The service closes connections that send nothing for 20 s. */
const keepAliveMs = 5_000;
/** The service takes about 10,000 characters of context. */
const termCharactersMax = 8_000;
/** The tokens that end a turn: by the service's judgement, and on request. */
const endTokens = new Set(['<end>', '<fin>']);

interface SonioxOptions extends VendorOptions {
  model?: string | undefined;
  /** Whether the service decides that the caller has finished; `true` by default. */
  endsTurns?: boolean | undefined;
}

/** Returns Soniox's streaming transcriber. */
export function sonioxSpeechToText(options: SonioxOptions): SpeechToText {
  const { model = defaultModel, endsTurns = true, dispatcher } = options;
  return liveTranscriber({
    name: sonioxName,
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
  }: SonioxOptions & { model: string; endsTurns: boolean },
  listening: ListenOptions,
): ListenProtocol {
  const languages = primaryLanguages(listening);
  return {
    provider: sonioxName,
    url: socketUrl(urlUnder(baseUrl, 'transcribe-websocket')),
    headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
    secrets: apiKey === null ? [] : [apiKey],
    openingMessage: JSON.stringify({
      model,
      audio_format: 'pcm_s16le',
      sample_rate: listening.sampleRateHz,
      num_channels: 1,
      ...(languages.length > 0 && { language_hints: languages }),
      enable_language_identification: languages.length !== 1,
      enable_endpoint_detection: endsTurns,
      context: { terms: fixedTerms(listening, termCharactersMax) },
    }),
    finalizeMessage: endsTurns ? null : JSON.stringify({ type: 'finalize' }),
    answersFinalize: !endsTurns,
    configureMessage: null,
    keepAlive: { message: JSON.stringify({ type: 'keepalive' }), everyMs: keepAliveMs },
    // The service takes an empty message for the end of the audio.
    closeMessage: '',
    finalizeTimeoutMs,
    failureIn: (message) => {
      const status = asNumber(message.error_code);
      if (status === null) return null;
      return { words: `${status} ${asText(message.error_message)}`, retryable: isRetryableStatus(status) };
    },
    createAssembler: (clock) => new TurnAssembler(readerOf(clock), endsTurns),
  };
}

/** A piece of a word. A piece that begins with a space begins a word. */
interface Token {
  text: string;
  startMs: number | null;
  endMs: number | null;
  confidence: number | null;
  language: string;
}

/**
 * Returns the reader of tokens. A final token arrives once, and others are replaced by the next message. Times are
 * milliseconds of received audio.
 */
function readerOf(clock: AudioClock): ReadTurn {
  let finals: Token[] = [];
  let isOpen = false;
  const tokenOf = ({ text, start_ms, end_ms, confidence, language }: Record<string, unknown>): Token => {
    const [from, until] = [asNumber(start_ms), asNumber(end_ms)];
    return {
      text: asText(text),
      startMs: from === null ? null : clock.at(from, 'start'),
      endMs: until === null ? null : clock.at(until),
      confidence: asNumber(confidence),
      language: asText(language),
    };
  };
  return (message) => {
    const raw = asArray(message.tokens).map(asObject);
    const heardMs = clock.at(asNumber(message.total_audio_proc_ms) ?? clock.sentMs);
    const endAt = raw.findIndex(({ text }) => endTokens.has(asText(text)));
    const mine = (endAt < 0 ? raw : raw.slice(0, endAt)).filter(({ text }) => !endTokens.has(asText(text)));
    finals.push(...mine.filter((token) => token.is_final === true).map(tokenOf));
    const open = endAt < 0 ? mine.filter((token) => token.is_final !== true).map(tokenOf) : [];
    const tokens = [...finals, ...open];
    const words = wordsOf(tokens);
    const startMs = words[0]?.startMs ?? heardMs;
    const language = mostCommon(tokens.map((token) => token.language).filter(Boolean));
    const turn = {
      text: tokens
        .map(({ text }) => text)
        .join('')
        .trim(),
      words,
      startMs,
      endMs: Math.max(startMs, endAt < 0 ? heardMs : clock.at(clock.sentMs)),
      ...(language !== undefined && { language }),
    };
    if (endAt >= 0) {
      // Tokens after the end belong to the next turn. Those that are not final are repeated.
      finals = raw
        .slice(endAt + 1)
        .filter(({ text, is_final }) => is_final === true && !endTokens.has(asText(text)))
        .map(tokenOf);
      isOpen = false;
      return { event: 'ended', ...turn };
    }
    const event = isOpen || words.length === 0 ? 'update' : 'started';
    isOpen ||= words.length > 0;
    return { event, ...turn };
  };
}

/** Joins pieces to words. */
function wordsOf(tokens: readonly Token[]): Word[] {
  const words: Word[] = [];
  for (const { text, startMs, endMs, confidence } of tokens) {
    const last = words.at(-1);
    if (last && !/^\s/.test(text)) {
      last.text += text;
      last.endMs = endMs ?? last.endMs;
      last.confidence = confidence === null ? last.confidence : Math.min(confidence, last.confidence ?? 1);
    } else words.push({ text: text.trimStart(), startMs, endMs, confidence });
  }
  return words.filter(({ text }) => text !== '');
}

function mostCommon(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((one, other) => other[1] - one[1])[0]?.[0];
}
