import type { Advance, FlowState } from '../flow/index.ts';
import type { LanguageModel } from '../providers/interfaces/index.ts';
import type { HoldablePart } from './hold-back.ts';

/**
 * A part of an answer.
 *
 * - `hold-back`: the model does not answer yet, because the caller may go on. It is the only part.
 * - `begin`: a model answers; its provider's name follows. The parts of the answer come after it.
 * - `restart`: the parts so far are void; another attempt follows.
 * - `break-off`: the answer ends here, and its incomplete sentence is void. With `mayGoOn`, a model can be asked for the
 *   rest.
 * - `stage`: what follows belongs to this stage of the flow.
 */
export type AnswerPart =
  | Exclude<HoldablePart, { type: 'finish' | 'flow' }>
  | { type: 'stage'; stage: string }
  | { type: 'begin'; provider: string }
  | { type: 'restart' }
  | { type: 'break-off'; mayGoOn: boolean };

/** A part of the answer that a model gives in a stage of the flow. */
export type StagePart = AnswerPart | { type: 'flow'; advance: Advance };

/** What the next answer of a conversation depends on, besides its messages. */
export interface ModelStates {
  /** The `state` of each model for its next request. */
  readonly byModel: ReadonlyMap<LanguageModel, unknown>;
  /** Where the conversation is in its flow; `null` without one, and before the first answer. */
  readonly flow: FlowState | null;
}

/** The states of a conversation without a flow before its first answer. */
export const noStates: ModelStates = { byModel: new Map(), flow: null };
