import type { LanguageModel } from '../providers/interfaces/index.ts';
import type { TurnKind, TurnLedger } from './ledger.ts';
import type { AnswerStep, CallerPart, MemoryTurn } from './memory.ts';

/** A turn of the agent, from the decision that it is one until all of it was said or cut off. */
export interface Turn {
  kind: TurnKind;
  ledger: TurnLedger;
  memory: MemoryTurn;
  /** What the models had left before it. */
  states: ReadonlyMap<LanguageModel, unknown>;
  /** Aborts when the caller cuts it short: its model and its voice stop. A tool that runs goes on. */
  abort: AbortController;
  /** Something of it is to be said, or was. */
  hasSpoken: boolean;
  /** First audio has gone to the line. */
  hasSounded: boolean;
  /** It may still bring something to say. */
  isThinking: boolean;
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
    states,
    abort: new AbortController(),
    hasSpoken: false,
    hasSounded: false,
    isThinking: false,
  };
}

/** Begins another answer within a turn. */
export function newStep(turn: Turn): AnswerStep {
  const step: AnswerStep = { sentences: [], calls: [], results: [] };
  turn.memory.steps.push(step);
  return step;
}

/** Whether a turn is of keys alone that answer a first question before it sounds: who presses them knows it. */
export function isTypedAhead(question: Turn, answer: Turn): boolean {
  return question.kind === 'greeting' && answer.memory.parts.every(({ input }) => input === 'dtmf');
}
