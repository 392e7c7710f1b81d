/**
 * Reads a source ahead of its reader, up to a bound, so that a sentence is ready when the one before it ends. `take`
 * rejects with a failure of the source only after all parts before it.
 */
export class ReadAhead<T> {
  readonly #buffer: T[] = [];
  readonly #max: number;
  #state: { is: 'reading' } | { is: 'over' } | { is: 'failed'; error: unknown } = { is: 'reading' };
  #wakeReader: () => void = () => undefined;
  #wakeTaker: () => void = () => undefined;
  #isClosed = false;

  /** Holds at most `max` parts. */
  constructor(source: AsyncIterable<T>, max: number) {
    this.#max = max;
    void this.#read(source);
  }

  /** Returns the next part; `null` after the last. Rejects with the error of the source. */
  async take(): Promise<T | null> {
    for (;;) {
      const part = this.#buffer.shift();
      if (part !== undefined) {
        this.#wakeReader();
        return part;
      }
      if (this.#isClosed || this.#state.is === 'over') return null;
      if (this.#state.is === 'failed') throw this.#state.error;
      await new Promise<void>((resolve) => {
        this.#wakeTaker = resolve;
      });
    }
  }

  /** Stops reading and drops the held parts. */
  close(): void {
    this.#isClosed = true;
    this.#buffer.length = 0;
    this.#wakeReader();
    this.#wakeTaker();
  }

  async #read(source: AsyncIterable<T>): Promise<void> {
    try {
      for await (const part of source) {
        if (this.#isClosed) return;
        this.#buffer.push(part);
        this.#wakeTaker();
        while (this.#buffer.length >= this.#max && !this.#isClosed) {
          await new Promise<void>((resolve) => {
            this.#wakeReader = resolve;
          });
        }
      }
      this.#state = { is: 'over' };
    } catch (error) {
      this.#state = { is: 'failed', error };
    }
    this.#wakeTaker();
  }
}
