import type { ModelToolCall } from '../providers/interfaces/index.ts';
import type { ConversationEnd } from './conversation.ts';
import type { AnswerStep, Memory } from './memory.ts';
import type { Speech, SpeechFrame } from './speech-frame.ts';
import type { ToolUse } from './tool-use.ts';
import { useTool } from './tool-use.ts';
import { newStep, type Turn } from './turn.ts';

/**
 * The outcome of a turn.
 *
 * - `said`: the agent spoke.
 * - `silent`: the model said nothing, and that was acceptable.
 * - `empty`: the model said nothing, although the caller expects an answer.
 * - `held-back`: the model does not answer yet, because the caller may go on.
 * - `failed`: no model could answer.
 * - `end`: a tool ended the conversation.
 */
export type AnswerOutcome = 'said' | 'silent' | 'held-back' | 'empty' | 'failed' | { end: ConversationEnd };

export interface AnswerContext extends ToolUse {
  memory: Memory;
  /** Speaks a part of the step that comes with its own audio. */
  speak: (turn: Turn, step: AnswerStep, speech: Speech, onHeard: SpeechFrame['onHeard']) => void;
}

/** The most answers of a model in one turn; all but the last call tools. */
const roundsMax = 8;

/** Makes the answers of one kind of model. */
interface Round {
  /**
   * Asks for one answer, speaks it, and stores its tool calls in the step. Returns `cut` when the answer broke off after
   * the caller heard some of it, and `held-back` when the model does not answer yet. With `isToGoOn`, asks for the rest of such an answer. Throws when there is no answer.
   */
  ask: (step: AnswerStep, isToGoOn: boolean) => Promise<'said' | 'cut' | 'held-back'>;
  /** Returns whether an empty answer is acceptable. */
  mayBeSilent: () => boolean;
  /** Returns whether the turn is complete without an answer to the results of its tools. */
  isDone?: (step: AnswerStep) => boolean;
  /** Receives the result of a tool. */
  onResult?: (call: ModelToolCall, content: string) => void;
}

/**
 * Answers one turn: asks the model, runs its tools, and repeats until it calls none. Asks once more after an empty
 * answer, and for the rest of a broken one, so that the caller is not left in silence. Throws when interrupted.
 */
export async function answerInRounds(
  context: AnswerContext,
  turn: Turn,
  { ask, mayBeSilent, isDone, onResult }: Round,
): Promise<AnswerOutcome> {
  const { signal } = turn.abort;
  let emptyRounds = 0;
  let isToGoOn = false;
  for (let round = 0; round < roundsMax && emptyRounds < 2; round++) {
    const step = newStep(turn);
    const isRest: boolean = isToGoOn;
    try {
      const asked = await ask(step, isRest);
      if (asked === 'held-back') return asked;
      isToGoOn = asked === 'cut' && !isRest;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      context.options.onProblem({ what: 'there is no answer', error });
      return 'failed';
    }
    if (step.calls.length > 0) isToGoOn = false;
    else if (!isToGoOn) {
      if (step.sentences.length > 0 || isRest) return 'said';
      if (mayBeSilent()) return 'silent';
      emptyRounds++;
    }
    for (const call of step.calls) {
      const end = await useTool(context, turn, step, call);
      onResult?.(call, step.results.at(-1)?.content ?? '');
      if (end) return { end };
      // The result is kept; the model reads it with the caller's next turn.
      if (signal.aborted) throw signal.reason;
    }
    if (step.isAsking) return 'said';
    if (isDone?.(step)) return 'silent';
  }
  return isToGoOn ? 'said' : 'empty';
}
