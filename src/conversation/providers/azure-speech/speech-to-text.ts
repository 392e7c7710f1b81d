/**
 * Azure AI Speech's streaming recognition over its WebSocket, without its client: messages are JSON and raw audio, and the client
 * (microsoft-cognitiveservices-speech-sdk, 17 MB on disk, 27 MB loaded) opens sockets that know no rules of egress. Protocol:
 * the source of version 1.52.0 of that client (read on 2026-11-26).
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
  type CarriedProtocol,
  liveTranscriber,
  localesOf,
  type ReadMessage,
  type Statement,
  socketUrl,
  UtteranceAssembler,
} from '../live-transcription/index.ts';
import { endOfUtterance, Recognition } from './recognition.ts';
import { azureSpeechName, speechAddress } from './service.ts';

const finalizeTimeoutMs = 1_500;
/** The service takes 500 phrases, and as many languages as 10 in one stream. */
const phrasesMax = 500;
const phraseCharactersMax = 20_000;
const languagesMax = 10;
const ticksPerMs = 10_000;

/** The states of a phrase that end the stream, and whether a retry may succeed. */
const failures: ReadonlyMap<string, boolean> = new Map([
  ['Error', true],
  ['TooManyRequests', true],
  ['BadRequest', false],
  ['Forbidden', false],
]);

interface AzureSpeechOptions extends VendorOptions {
  /** The id of the endpoint of a custom model. */
  model?: string | undefined;
  /** The silence that ends a phrase, 100 to 5,000 ms. */
  endpointingMs?: number | undefined;
}

/** Returns Azure's streaming transcriber. */
export function azureSpeechToText(options: AzureSpeechOptions): SpeechToText {
  const { model } = options;
  return liveTranscriber({
    name: azureSpeechName,
    ...(model !== undefined && { model }),
    endsTurns: false,
    dispatcher: options.dispatcher,
    protocolFor: (listening) => protocol(options, listening),
  });
}

function protocol(options: AzureSpeechOptions, listening: ListenOptions): CarriedProtocol {
  const { apiKey, dispatcher } = options;
  const provider = azureSpeechName;
  const secrets = apiKey === null ? [] : [apiKey];
  const headers = apiKey === null ? {} : { 'ocp-apim-subscription-key': apiKey };
  const socket = { provider, url: addressOf(options, listening), headers, secrets, dispatcher };
  return {
    ...{ provider, secrets },
    open: (handlers) =>
      new Recognition(socket, listening.sampleRateHz, () => contextOf(options, listening), handlers),
    finalizeMessage: endOfUtterance,
    answersFinalize: true,
    // Each turn has the phrases of its moment.
    configureMessage: null,
    keepAlive: null,
    closeMessage: null,
    finalizeTimeoutMs,
    failureIn: ({ path, content }) => {
      const status = asText(asObject(content).RecognitionStatus);
      const retryable = path === 'speech.phrase' ? failures.get(status) : undefined;
      return retryable === undefined ? null : { words: status, retryable };
    },
    createAssembler: (clock) => new UtteranceAssembler(readerOf(clock)),
  };
}

/** Returns the address. Only version 2 detects languages, and containers have only the other. */
function addressOf(options: AzureSpeechOptions, listening: ListenOptions): URL {
  const locales = localesOf(listening);
  const path =
    locales.length > 1 ? 'stt/speech/universal/v2' : 'speech/recognition/conversation/cognitiveservices/v1';
  const url = socketUrl(urlUnder(speechAddress(options, 'stt'), path));
  if (locales.length > 1) url.searchParams.set('lidEnabled', 'true');
  else url.searchParams.set('language', locales[0] ?? 'en-US');
  url.searchParams.set('format', 'detailed');
  url.searchParams.set('wordLevelTimestamps', 'true');
  if (options.model !== undefined) url.searchParams.set('cid', options.model);
  return url;
}

/** Returns the settings of a turn. */
function contextOf({ endpointingMs }: AzureSpeechOptions, listening: ListenOptions): object {
  const locales = localesOf(listening).slice(0, languagesMax);
  const phrases = preferredTerms(listening, phraseCharactersMax).slice(0, phrasesMax);
  const segmentation = { mode: 'Custom', segmentationSilenceTimeoutMs: endpointingMs };
  return {
    phraseDetection: {
      mode: 'Conversation',
      ...(locales.length <= 1 && { language: locales[0] ?? 'en-US' }),
      ...(endpointingMs !== undefined && { conversation: { segmentation } }),
    },
    phraseOutput: {
      format: 'Detailed',
      detailed: { options: ['WordTimings'] },
      interimResults: { resultType: 'Auto' },
      phraseResults: { resultType: 'Always' },
    },
    ...(locales.length > 1 && {
      languageId: {
        languages: locales,
        mode: 'DetectContinuous',
        onSuccess: { action: 'Recognize' },
        onUnknown: { action: 'None' },
        priority: 'PrioritizeLatency',
      },
    }),
    ...(phrases.length > 0 && {
      dgi: {
        groups: [{ type: 'Generic', items: phrases.map((text) => ({ text })) }],
        ...weightOf(listening),
      },
    }),
  };
}

/**
 * Returns the weight of the phrase list, which the service has only for the whole list: 0 to 2, and 1 is usual
 * (`PhraseListGrammar.setWeight`). It is the mean of the boosts of the key terms.
 */
function weightOf({ keyTerms, boosts }: ListenOptions): { bias?: number } {
  if (boosts === undefined || boosts.size === 0) return {};
  const weights = keyTerms.map((term) => 2 * (boosts.get(term) ?? 0.5));
  return { bias: weights.reduce((sum, weight) => sum + weight, 0) / weights.length };
}

/** Returns the reader of results. Times are tenths of a microsecond from the start of the turn. */
function readerOf(clock: AudioClock): ReadMessage {
  return ({ path, startMs, content }): readonly Statement[] => {
    const said = asObject(content);
    const at = (ticks: number, edge: 'start' | 'end') =>
      clock.at((asNumber(startMs) ?? 0) + Math.round(ticks / ticksPerMs), edge);
    const spanOf = ({ Offset, Duration }: Record<string, unknown>) => {
      const offset = asNumber(Offset) ?? 0;
      const from = at(offset, 'start');
      return { startMs: from, endMs: Math.max(from, at(offset + (asNumber(Duration) ?? 0), 'end')) };
    };
    switch (path) {
      case 'speech.hypothesis':
      case 'speech.fragment':
        return [{ type: 'partial', text: asText(said.Text).trim(), ...spanOf(said), confidence: null }];
      case 'speech.phrase': {
        const best = asObject(asArray(said.NBest)[0]);
        const words = asArray(best.Words).map((word) => spanOf(asObject(word)));
        const whole = spanOf(said);
        const { Language: language } = asObject(said.PrimaryLanguage);
        return [
          {
            type: 'final',
            text: (asText(best.Display) || asText(said.DisplayText)).trim(),
            startMs: words[0]?.startMs ?? whole.startMs,
            endMs: words.at(-1)?.endMs ?? whole.endMs,
            confidence: asNumber(best.Confidence),
            ...(asText(language) !== '' && { language: asText(language) }),
          },
        ];
      }
      case 'turn.end':
        return [{ type: 'flushed', sentMs: clock.answeredRequest() }];
      default:
        return [];
    }
  };
}
