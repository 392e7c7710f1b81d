import type { ModelStates } from './answer-part.ts';
import type { HoldBack } from './hold-back.ts';
import type { TurnLedger } from './ledger.ts';
import type { AnswerStep, CallerPart, MemoryTurn } from './memory.ts';
import type { CallerMarks, TurnKind } from './turn-latency.ts';

/** A turn of the agent, from its start until everything in it was played or interrupted. */
export interface Turn {
  kind: TurnKind;
  ledger: TurnLedger;
  memory: MemoryTurn;
  /** The positions of the caller's turn; `null` when the agent speaks without one. */
  marks: CallerMarks | null;
  /** The states of the models before this turn. */
  states: ModelStates;
  /** Aborts when the caller interrupts: the model and the voice stop, a running tool continues. */
  abort: AbortController;
  /** Some of it was passed to the speech output. */
  hasSpoken: boolean;
  /** The line received its first audio. */
  hasSounded: boolean;
  /** A model or tool is still running. */
  isThinking: boolean;
  /** The model must answer now: it may not hold its answer back any longer. */
  isDue: boolean;
  /** Why the model held its answer back; `null` when it did not. */
  heldBack: HoldBack | null;
  /** Called when the line receives audio of the turn. */
  onSounding: () => void;
}

export function newTurn({
  kind,
  ledger,
  states,
  parts,
}: Pick<Turn, 'kind' | 'ledger' | 'states'> & { parts: CallerPart[] }): Turn {
  return {
    kind,
    ledger,
    memory: { parts, steps: [] },
    marks: null,
    states,
    abort: new AbortController(),
    hasSpoken: false,
    hasSounded: false,
    isThinking: false,
    isDue: false,
    heldBack: null,
    onSounding: () => undefined,
  };
}

/** Starts another answer within a turn. */
export function newStep(turn: Turn): AnswerStep {
  const step: AnswerStep = { sentences: [], calls: [], results: [] };
  turn.memory.steps.push(step);
  return step;
}

/** Returns whether keys answer the greeting before it was heard, from a caller who knows the menu. */
export function isTypedAhead(question: Turn, answer: Turn): boolean {
  return question.kind === 'greeting' && answer.memory.parts.every(({ input }) => input === 'dtmf');
}
