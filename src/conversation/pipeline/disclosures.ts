import type { Guard } from '../guard-rails/index.ts';
import type { ModelMessage } from '../providers/interfaces/index.ts';
import type { AnswerStep } from './memory.ts';
import type { AnswerContext } from './rounds.ts';
import type { Timers } from './timers.ts';
import type { Turn } from './turn.ts';

/** A disclosure that is due while the caller or the agent speaks waits for the next pause, which is looked for so often. */
const pauseMs = 300;

interface DisclosureTerms {
  guard: Pick<Guard, 'due' | 'dueTimesMs'>;
  timers: Pick<Timers<'disclosure'>, 'set'>;
  clock: { readonly nowMs: number };
  /** Returns the messages so far. */
  said: () => readonly ModelMessage[];
  /** Whether the agent can speak now without interrupting anybody. */
  isFree: () => boolean;
  say: (text: string) => void;
}

/** Says disclosures by their time when the agent does not answer before. Those before answers are said with the answer. */
export class Disclosures {
  readonly #terms: DisclosureTerms;

  constructor(terms: DisclosureTerms) {
    this.#terms = terms;
  }

  /** Begins, or goes on in another process, where a time may have passed. */
  watch(): void {
    const { guard, timers, clock } = this.#terms;
    if (guard.dueTimesMs.some((ms) => ms <= clock.nowMs))
      timers.set('disclosure', pauseMs, () => this.#sayDue());
    else this.#await();
  }

  #await(): void {
    const { guard, timers, clock } = this.#terms;
    const next = guard.dueTimesMs.find((ms) => ms > clock.nowMs);
    if (next !== undefined) timers.set('disclosure', next - clock.nowMs, () => this.#sayDue());
  }

  #sayDue(): void {
    const { guard, timers, clock, said, isFree, say } = this.#terms;
    const [due] = guard.due(said(), clock.nowMs);
    if (!due) {
      this.#await();
      return;
    }
    if (isFree()) say(due.text);
    timers.set('disclosure', pauseMs, () => this.#sayDue());
  }
}

/** Says the disclosures that are due before the answer to `messages`. Their step precedes that of the answer. */
export function sayDisclosures(context: AnswerContext, turn: Turn, messages: readonly ModelMessage[]): void {
  const due = context.options.agent.guard?.due(messages, context.clock.nowMs) ?? [];
  if (due.length === 0) return;
  const own: AnswerStep = { sentences: [], calls: [], results: [] };
  turn.memory.steps.splice(-1, 0, own);
  for (const { text } of due) context.say(turn, own, `${text} `, 'data');
}
