import type { ModelMessage } from '../providers/interfaces/index.ts';
import type { PreparedAnswer } from './prepared-answer.ts';

/** The answer of a conversation that has begun before the caller's turn is over, and the count of those that were dropped. */
export class PreparedAnswers {
  readonly #droppedMax: number;
  #current: PreparedAnswer | null = null;
  /** How many were dropped: in the whole call, and since `takeDropped` was called last. */
  #dropped = 0;
  #newlyDropped = 0;

  constructor(droppedMax: number) {
    this.#droppedMax = droppedMax;
  }

  /**
   * Begins an answer to these messages, unless it has begun, or too many were dropped in this call. One to other messages is
   * dropped. `begin` returns `null` for none.
   */
  begin(messages: readonly ModelMessage[], begin: () => PreparedAnswer | null): void {
    if (this.#current?.answers(messages)) return;
    this.drop();
    if (this.#dropped < this.#droppedMax) this.#current = begin();
  }

  /** Returns the answer to these messages; `null` when there is none. Drops any other. */
  take(messages: readonly ModelMessage[]): PreparedAnswer | null {
    const current = this.#current?.answers(messages) ? this.#current : null;
    if (!current) this.drop();
    this.#current = null;
    return current;
  }

  /**
   * Drops the answer: the caller goes on, or the conversation is over. An answer that the model holds back was asked for too, and
   * costs as much.
   */
  drop(): void {
    if (!this.#current) return;
    this.#current.drop();
    this.#current = null;
    this.#dropped++;
    this.#newlyDropped++;
  }

  /** Returns how many were dropped since the last call. */
  takeDropped(): number {
    const dropped = this.#newlyDropped;
    this.#newlyDropped = 0;
    return dropped;
  }
}
