import type { ListenOptions } from '../interfaces/index.ts';
import { type AudioClock, asArray, asNumber, asObject, asText } from '../kit/index.ts';
import {
  type ListenProtocol,
  type ReadMessage,
  type Statement,
  UtteranceAssembler,
} from '../live-transcription/index.ts';
import { keyterms, keywords } from './key-terms.ts';
import { languageIn } from './language-in.ts';
import type { ProtocolOptions } from './options.ts';
import { socketTo } from './service.ts';

const defaults = { endpointingMs: 300, finalizeTimeoutMs: 1_000 };
/** The service closes connections that send nothing for 10 s. */
const keepAliveMs = 4_000;
/** The shortest value that the service allows. */
const utteranceEndMs = 1_000;

/** The languages that Nova-3 recognizes at once (developers.deepgram.com/docs/nova-3-language-prompting). */
const multilingual = new Set(
  'af ar be bn bs bg ca zh hr cs da nl en et fi fr gl de el gu he hi hu id it ja kn ko lv lt mk ms mr no fa pl pt ro ru sr sk sl es sv tl ta te th tr uk vi xh zu'.split(
    ' ',
  ),
);

/** Returns the parameters of the language: `multi` with hints when the caller may speak several that the model recognizes. */
function languageOf(
  model: string,
  { language, languages = [] }: ListenOptions,
): { language: string; language_hint?: string[] } {
  if (language === null) return { language: 'multi' };
  const primary = [language, ...languages].map((tag) => tag.toLowerCase().split('-', 1)[0]!);
  const all = [...new Set(primary.map((tag) => (tag === 'nb' ? 'no' : tag)))];
  const isMultilingual = model.startsWith('nova-3') && all.every((tag) => multilingual.has(tag));
  return languages.length > 0 && isMultilingual ? { language: 'multi', language_hint: all } : { language };
}

/** Returns version 1 of `listen`, for Nova and older models. */
export function novaProtocol(options: ProtocolOptions, listening: ListenOptions): ListenProtocol {
  const endsTurns = options.endsTurns ?? false;
  return {
    ...socketTo(options, 'v1/listen', {
      model: options.model,
      ...languageOf(options.model, listening),
      encoding: 'linear16',
      sample_rate: String(listening.sampleRateHz),
      channels: '1',
      interim_results: 'true',
      punctuate: 'true',
      smart_format: 'true',
      endpointing: String(options.endpointingMs ?? defaults.endpointingMs),
      // Fixed for the stream, so the phrases of the moment are no key terms.
      ...(options.model.startsWith('nova-3')
        ? { keyterm: keyterms({ ...listening, phrases: () => [] }) }
        : { keywords: keywords(listening) }),
      ...(endsTurns ? { utterance_end_ms: String(utteranceEndMs), vad_events: 'true' } : {}),
    }),
    finalizeMessage: JSON.stringify({ type: 'Finalize' }),
    reportsAudio: true,
    configureMessage: null,
    keepAlive: { message: JSON.stringify({ type: 'KeepAlive' }), everyMs: keepAliveMs },
    finalizeTimeoutMs: options.finalizeTimeoutMs ?? defaults.finalizeTimeoutMs,
    createAssembler: (clock) => new UtteranceAssembler(readerOf(clock), endsTurns),
  };
}

/** Returns the reader of `Results` and `UtteranceEnd`. */
function readerOf(clock: AudioClock): ReadMessage {
  return (message) => {
    if (message.type === 'Results') return resultsOf(message, clock);
    const seconds = message.type === 'UtteranceEnd' ? asNumber(message.last_word_end) : null;
    if (seconds === null || seconds < 0) return [];
    return [{ type: 'turn-ended', atMs: clock.at(Math.round(seconds * 1000)) }];
  };
}

function resultsOf(message: Record<string, unknown>, clock: AudioClock): Statement[] {
  const alternative = asObject(asArray(asObject(message.channel).alternatives)[0]);
  const words = asArray(alternative.words).map(asObject);
  const start = asNumber(words[0]?.start) ?? asNumber(message.start) ?? 0;
  const end =
    asNumber(words.at(-1)?.end) ?? (asNumber(message.start) ?? 0) + (asNumber(message.duration) ?? 0);
  const startMs = clock.at(Math.round(start * 1000), 'start');
  const understood = {
    text: asText(alternative.transcript).trim(),
    startMs,
    endMs: Math.max(startMs, clock.at(Math.round(end * 1000))),
    confidence: asNumber(alternative.confidence),
    ...languageIn(alternative),
  };
  if (message.is_final !== true) return [{ type: 'partial', ...understood }];
  const statements: Statement[] = [{ type: 'final', ...understood }];
  if (message.from_finalize === true) {
    const seconds = (asNumber(message.start) ?? 0) + (asNumber(message.duration) ?? 0);
    statements.push({ type: 'flushed', sentMs: Math.round(seconds * 1000) });
  }
  if (message.speech_final === true && understood.text !== '') {
    statements.push({ type: 'turn-ended', atMs: understood.endMs });
  }
  return statements;
}
