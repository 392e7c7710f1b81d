import type { ListenOptions } from '../interfaces/index.ts';
import { keyterms, keywords } from './key-terms.ts';
import type { ListenProtocol } from './live-transcription.ts';
import type { ProtocolOptions } from './options.ts';
import { TranscriptAssembler } from './transcript-assembler.ts';

const defaults = { endpointingMs: 300, finalizeTimeoutMs: 1_500 };
/** The shortest value that the service allows. */
const utteranceEndMs = 1_000;

/** Returns version 1 of `listen`, for Nova and older models. */
export function novaProtocol(options: ProtocolOptions, listening: ListenOptions): ListenProtocol {
  const endsTurns = options.endsTurns ?? false;
  return {
    path: 'v1/listen',
    parameters: {
      model: options.model,
      language: listening.language ?? 'multi',
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
