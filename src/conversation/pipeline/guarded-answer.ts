import type { ModelMessage } from '../providers/interfaces/index.ts';
import type { AnswerStep } from './memory.ts';
import type { AnswerContext } from './rounds.ts';
import type { Turn } from './turn.ts';

/** Passes the sentences of one answer through the agent's rules. After a breach, the rest of the answer is left out. */
export class GuardedAnswer {
  readonly #context: Pick<AnswerContext, 'options'>;
  readonly #turn: Pick<Turn, 'ledger' | 'abort'>;
  #said = '';
  #isOver = false;

  constructor(context: Pick<AnswerContext, 'options'>, turn: Pick<Turn, 'ledger' | 'abort'>) {
    this.#context = context;
    this.#turn = turn;
  }

  /** Returns what to say for the next sentence; `null` for nothing. */
  async next(sentence: string): Promise<string | null> {
    const { agent } = this.#context.options;
    if (!agent.guard?.checksSpeech) return sentence;
    if (this.#isOver) return null;
    const { signal } = this.#turn.abort;
    const breach = await agent.guard.speech(sentence, this.#said, signal);
    signal.throwIfAborted();
    this.#said += sentence;
    if (!breach) return sentence;
    this.#isOver = true;
    this.#turn.ledger.breach(breach);
    this.#context.options.onBreach?.(breach);
    return breach.instead;
  }

  /** The sentences so far are void, or the rest comes from another model. */
  restart(): void {
    this.#said = '';
    this.#isOver = false;
  }
}

/** Says a disclosure that is due before the answer to `messages`. Its step precedes that of the answer. */
export function sayDisclosure(context: AnswerContext, turn: Turn, messages: readonly ModelMessage[]): void {
  const { agent } = context.options;
  const due = agent.guard?.due(messages, context.clock.nowMs);
  if (!due) return;
  const own: AnswerStep = { sentences: [], calls: [], results: [] };
  turn.memory.steps.splice(-1, 0, own);
  context.say(turn, own, `${due.text} `, 'data');
}
