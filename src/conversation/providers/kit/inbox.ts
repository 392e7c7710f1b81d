/**
 * A queue of pushed items for one reader. After `end` or `fail`, further items are ignored. The reader gets a failure
 * after all items before it.
 */
export class Inbox<Item> implements AsyncIterable<Item> {
  readonly #itemsMax: number;
  readonly #onOverflow: () => void;
  #items: Item[] = [];
  #ended: { failure: unknown } | null = null;
  #wake: () => void = () => undefined;

  /** Calls `onOverflow`, which must fail the inbox, when an item arrives while `itemsMax` are unread. */
  constructor(itemsMax: number, onOverflow: () => void) {
    this.#itemsMax = itemsMax;
    this.#onOverflow = onOverflow;
  }

  get hasEnded(): boolean {
    return this.#ended !== null;
  }

  push(item: Item): void {
    if (this.#ended) return;
    if (this.#items.length >= this.#itemsMax) this.#onOverflow();
    else {
      this.#items.push(item);
      this.#wake();
    }
  }

  end(): void {
    this.#ended ??= { failure: null };
    this.#wake();
  }

  fail(failure: unknown): void {
    this.#ended ??= { failure };
    this.#wake();
  }

  /** Fails at once; unread items are dropped. */
  abort(failure: unknown): void {
    this.#items = [];
    this.#ended = { failure };
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for (;;) {
      while (this.#items.length > 0) yield this.#items.shift()!;
      if (this.#ended) {
        if (this.#ended.failure !== null) throw this.#ended.failure;
        return;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
