import type { ListenOptions } from '../interfaces/index.ts';
import { keyterms } from './key-terms.ts';
import type { ListenProtocol } from './live-transcription.ts';
import type { ProtocolOptions } from './options.ts';
import { TurnAssembler } from './turn-assembler.ts';

const defaults = {
  /**
   * The pipeline waits for the end of a turn as long as this. With the service's own 5 s, a turn would stay open while the
   * agent answers, and the caller's next words would continue it.
   */
  endOfTurnTimeoutMs: 1_500,
  /** Shorter than the pipeline's wait for a final result, so that a silent service costs no turn. */
  finalizeTimeoutMs: 1_000,
};

/**
 * Returns version 2 of `listen`, for Flux, which judges itself when a turn is over.
 *
 * The protocol has no `Finalize`. Its `ForceEndTurn` would end the turn at each pause and take the judgement away from
 * the service, and self-hosted servers do not have it. After `finish`, the stream therefore waits for the end of the
 * turn, and for `finalizeTimeoutMs` at most.
 */
export function fluxProtocol(options: ProtocolOptions, listening: ListenOptions): ListenProtocol {
  const { model, endOfTurnThreshold, likelyEndOfTurnThreshold, endOfTurnTimeoutMs } = options;
  const tags = [listening.language ?? [], listening.languages ?? []].flat();
  const languages = [...new Set(tags.map((tag) => tag.toLowerCase().split('-', 1)[0]!))];
  return {
    path: 'v2/listen',
    parameters: {
      model,
      encoding: 'linear16',
      sample_rate: String(listening.sampleRateHz),
      keyterm: keyterms(listening),
      ...(endOfTurnThreshold === undefined ? {} : { eot_threshold: String(endOfTurnThreshold) }),
      ...(likelyEndOfTurnThreshold === undefined
        ? {}
        : { eager_eot_threshold: String(likelyEndOfTurnThreshold) }),
      eot_timeout_ms: String(endOfTurnTimeoutMs ?? defaults.endOfTurnTimeoutMs),
      // The English model rejects hints.
      ...(model.endsWith('-multi') && languages.length > 0 ? { language_hint: languages } : {}),
    },
    finalizeMessage: null,
    configureMessage: () => JSON.stringify({ type: 'Configure', keyterms: keyterms(listening) }),
    keepAliveMessage: null,
    finalizeTimeoutMs: options.finalizeTimeoutMs ?? defaults.finalizeTimeoutMs,
    createAssembler: (clock) => new TurnAssembler(clock),
  };
}
