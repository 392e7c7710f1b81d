import type { ListenOptions } from '../interfaces/index.ts';
import { type AudioClock, asArray, asNumber, asObject, asText } from '../kit/index.ts';
import {
  type ListenProtocol,
  primaryLanguages,
  type ReadTurn,
  type Turn,
  TurnAssembler,
} from '../live-transcription/index.ts';
import { keyterms } from './key-terms.ts';
import { languageIn } from './language-in.ts';
import type { ProtocolOptions } from './options.ts';
import { socketTo } from './service.ts';

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
  const languages = primaryLanguages(listening);
  return {
    ...socketTo(options, 'v2/listen', {
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
    }),
    finalizeMessage: null,
    reportsAudio: true,
    configureMessage: () => JSON.stringify({ type: 'Configure', keyterms: keyterms(listening) }),
    keepAlive: null,
    finalizeTimeoutMs: options.finalizeTimeoutMs ?? defaults.finalizeTimeoutMs,
    createAssembler: (clock) => new TurnAssembler(turnReader(clock)),
  };
}

const events: Readonly<Record<string, Turn['event']>> = {
  StartOfTurn: 'started',
  Update: 'update',
  EagerEndOfTurn: 'likely',
  TurnResumed: 'resumed',
  EndOfTurn: 'ended',
};

/** Returns the reader of `TurnInfo`. */
export function turnReader(clock: AudioClock): ReadTurn {
  const at = (value: unknown, edge: 'start' | 'end'): number | null => {
    const seconds = asNumber(value);
    return seconds === null ? null : clock.at(Math.round(seconds * 1000), edge);
  };
  return (message) => {
    const event = message.type === 'TurnInfo' ? events[asText(message.event)] : undefined;
    if (event === undefined) return null;
    const words = asArray(message.words)
      .map(asObject)
      .map(({ word, start, end, confidence }) => ({
        text: asText(word),
        startMs: at(start, 'start'),
        endMs: at(end, 'end'),
        confidence: asNumber(confidence),
      }));
    const startMs = at(message.audio_window_start, 'start') ?? 0;
    const endMs = Math.max(startMs, at(message.audio_window_end, 'end') ?? 0);
    return { event, text: asText(message.transcript).trim(), words, startMs, endMs, ...languageIn(message) };
  };
}
