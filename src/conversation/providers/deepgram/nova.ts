import type { ListenOptions } from '../interfaces/index.ts';
import { keyterms, keywords } from './key-terms.ts';
import type { ListenProtocol } from './live-transcription.ts';
import type { ProtocolOptions } from './options.ts';
import { TranscriptAssembler } from './transcript-assembler.ts';

const defaults = { endpointingMs: 300, finalizeTimeoutMs: 1_500 };
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
    path: 'v1/listen',
    parameters: {
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
    },
    finalizeMessage: JSON.stringify({ type: 'Finalize' }),
    configureMessage: null,
    keepAliveMessage: JSON.stringify({ type: 'KeepAlive' }),
    finalizeTimeoutMs: options.finalizeTimeoutMs ?? defaults.finalizeTimeoutMs,
    createAssembler: (clock) => new TranscriptAssembler(clock, endsTurns),
  };
}
