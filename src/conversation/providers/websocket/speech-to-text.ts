/**
 * The protocol of transcribers in docs/bridges.md. It is Parley's own, so there is no other client.
 */
import type { ListenOptions, SpeechToText } from '../interfaces/index.ts';
import { type AudioClock, asNumber, asText, type VendorOptions } from '../kit/index.ts';
import {
  type ListenProtocol,
  liveTranscriber,
  type ReadMessage,
  type Statement,
  socketUrl,
  type Understood,
  UtteranceAssembler,
} from '../live-transcription/index.ts';

/** The provider of Parley's own protocols, for servers of the organization. */
export const websocketName = 'websocket';
const finalizeTimeoutMs = 1_500;
/** The version of the protocol in `start`. */
const protocolVersion = 1;

interface WebsocketTranscriptionOptions extends VendorOptions {
  /** The model, which the server gets in `start`. */
  model?: string | undefined;
  /** Whether the server reports the end of the caller's turn. */
  endsTurns?: boolean | undefined;
}

/** Returns a transcriber that speaks the protocol of docs/bridges.md with a server of the organization. */
export function websocketSpeechToText(options: WebsocketTranscriptionOptions): SpeechToText {
  const { model, endsTurns = false, dispatcher } = options;
  return liveTranscriber({
    name: websocketName,
    ...(model !== undefined && { model }),
    ...{ endsTurns, dispatcher },
    protocolFor: (listening) => protocol(options, endsTurns, listening),
  });
}

function protocol(
  { apiKey, baseUrl, model }: WebsocketTranscriptionOptions,
  endsTurns: boolean,
  listening: ListenOptions,
): ListenProtocol {
  const { sampleRateHz, language, languages = [] } = listening;
  const boosts = Object.fromEntries(listening.boosts ?? []);
  const terms = () => ({ keyTerms: listening.keyTerms, boosts, phrases: listening.phrases() });
  return {
    provider: websocketName,
    url: socketUrl(new URL(baseUrl!)),
    headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
    secrets: apiKey === null ? [] : [apiKey],
    openingMessage: JSON.stringify({
      type: 'start',
      version: protocolVersion,
      encoding: 'pcm_s16le',
      ...{ sampleRateHz, language, languages, model: model ?? null, ...terms() },
    }),
    // A server that ends turns also decides when its words are final.
    finalizeMessage: endsTurns ? null : JSON.stringify({ type: 'finish' }),
    answersFinalize: !endsTurns,
    configureMessage: () => JSON.stringify({ type: 'terms', ...terms() }),
    keepAlive: null,
    closeMessage: JSON.stringify({ type: 'close' }),
    finalizeTimeoutMs,
    failureIn: (message) =>
      message.type === 'error'
        ? { words: asText(message.message), retryable: message.retryable !== false }
        : null,
    createAssembler: (clock) => new UtteranceAssembler(readerOf(clock), endsTurns),
  };
}

/** Returns the reader of the server's messages. Positions are milliseconds of sent audio, and may be left out. */
function readerOf(clock: AudioClock): ReadMessage {
  let flushedMs = 0;
  const understood = (message: Record<string, unknown>): Understood => {
    const startMs = clock.at(asNumber(message.startMs) ?? flushedMs, 'start');
    const language = asText(message.language);
    return {
      text: asText(message.text).trim(),
      startMs,
      endMs: Math.max(startMs, clock.at(asNumber(message.endMs) ?? clock.pendingMs)),
      confidence: asNumber(message.confidence),
      ...(language !== '' && { language }),
    };
  };
  return (message): readonly Statement[] => {
    switch (message.type) {
      case 'partial':
        return [{ type: 'partial', ...understood(message) }];
      case 'final':
        return [{ type: 'final', ...understood(message) }];
      case 'flushed':
        flushedMs = clock.answeredRequest();
        return [{ type: 'flushed', sentMs: flushedMs }];
      case 'turn-ended':
        flushedMs = clock.sentMs;
        return [
          { type: 'flushed', sentMs: flushedMs },
          { type: 'turn-ended', atMs: clock.at(asNumber(message.atMs) ?? clock.sentMs) },
        ];
      default:
        return [];
    }
  };
}
