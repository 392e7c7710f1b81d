import type { ModelToolCall } from '../providers/interfaces/index.ts';
import type { ConversationEnd } from './conversation.ts';
import type { AnswerStep, Memory } from './memory.ts';
import type { Speech, SpeechFrame } from './speech-frame.ts';
import type { ToolUse } from './tool-use.ts';
import { useTool } from './tool-use.ts';
import { newStep, type Turn } from './turn.ts';

/**
 * How the answer to a turn came out. `silent`: nothing had to be said; `empty`: something should have been; `failed`:
 * no model could answer.
 */
export type AnswerOutcome = 'said' | 'silent' | 'empty' | 'failed' | { end: ConversationEnd };

export interface AnswerContext extends ToolUse {
  memory: Memory;
  /** Says something of the step that brings its own audio. */
  speak: (turn: Turn, step: AnswerStep, speech: Speech, onHeard: SpeechFrame['onHeard']) => void;
}

/** Answers of a model to one turn, each but the last with tool calls. */
const roundsMax = 8;

/** How one kind of model answers. */
interface Round {
  /**
   * One answer, said as it comes; the calls of tools in it are left in the step. `cut`: it ended in the middle, when something
   * of it was said. `isToGoOn`: it is the rest of one that was cut. Throws when there is none.
   */
  ask: (step: AnswerStep, isToGoOn: boolean) => Promise<'said' | 'cut'>;
  /** Whether nothing has to be said. */
  mayBeSilent: () => boolean;
  /** What a tool came to. */
  onResult?: (call: ModelToolCall, content: string) => void;
}

/**
 * Answers one turn: what the model says and its tools, round after round. An answer without a word is asked for once
 * more, and once the rest of one that was cut, because nobody should be left in silence. Throws when it is cut short.
 */
export async function answerInRounds(
  context: AnswerContext,
  turn: Turn,
  { ask, mayBeSilent, onResult }: Round,
): Promise<AnswerOutcome> {
  const { signal } = turn.abort;
  let emptyRounds = 0;
  let isToGoOn = false;
  for (let round = 0; round < roundsMax && emptyRounds < 2; round++) {
    const step = newStep(turn);
    const isRest: boolean = isToGoOn;
    try {
      isToGoOn = (await ask(step, isRest)) === 'cut' && !isRest;
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
      // What a tool came to is kept; what follows from it belongs to the caller's next turn.
      if (signal.aborted) throw signal.reason;
    }
  }
  return isToGoOn ? 'said' : 'empty';
}
