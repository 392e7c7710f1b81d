/**
 * Gathers items that arrive in one turn of the event loop, and while earlier batches run, into one statement. Each
 * commit then carries the items that arrived during the previous one. Items share the cost of a flush under load, and
 * wait for nothing without load.
 */
export class Batcher<Item, Result> {
  readonly #run: (items: Item[]) => Promise<Result[]>;
  readonly #itemsMax: number;
  readonly #batchesMax: number;
  #waiting: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = [];
  #running = 0;
  #scheduled = false;

  /** `run` returns a result for each item of a batch, in order. When it throws, every item of that batch rejects. */
  constructor(options: { run: (items: Item[]) => Promise<Result[]>; itemsMax: number; batchesMax: number }) {
    this.#run = options.run;
    this.#itemsMax = options.itemsMax;
    this.#batchesMax = options.batchesMax;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled || this.#waiting.length === 0 || this.#running >= this.#batchesMax) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      void this.#next();
    });
  }

  async #next(): Promise<void> {
    const batch = this.#waiting.splice(0, this.#itemsMax);
    if (batch.length === 0) return;
    this.#running++;
    this.#schedule();
    try {
      const results = await this.#run(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => {
        resolve(results[index] as Result);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.#running--;
      this.#schedule();
    }
  }
}
