import type { VendorOptions } from '../kit/index.ts';

export interface DeepgramTranscriptionOptions extends VendorOptions {
  /** The model; `nova-3` by default. Names that begin with `flux-` use the protocol of Flux. */
  model?: string | undefined;
  /** Nova: the silence after which the service makes its results final. */
  endpointingMs?: number | undefined;
  /** Nova: whether the service reports the end of the caller's turn. Flux always does. */
  endsTurns?: boolean | undefined;
  /** Flux: the confidence, from 0.5 to 0.9, with which a turn ends. */
  endOfTurnThreshold?: number | undefined;
  /** Flux: the confidence, from 0.3 to 0.9, with which a turn has probably ended. Without it, no such events. */
  likelyEndOfTurnThreshold?: number | undefined;
  /** Flux: the silence, from 500 to 10000 ms, that ends a turn whatever the confidence; 1500 by default. */
  endOfTurnTimeoutMs?: number | undefined;
  /** The limit for the results of a finished utterance. After it, the results so far count. */
  finalizeTimeoutMs?: number | undefined;
}

/** The options of a stream's protocol. */
export type ProtocolOptions = DeepgramTranscriptionOptions & { model: string };
