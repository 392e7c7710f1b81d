import { Batcher } from './batcher.ts';
import { type Database, isRefused } from './database.ts';
import { isDatabaseAway } from './database-away.ts';

interface DatabaseBatchesOptions<Item, Result> {
  db: Database;
  /** Writes all items or none, and returns a result for each, in their order. */
  run: (db: Database, items: Item[]) => Promise<Result[]>;
  itemsMax: number;
  batchesMax: number;
}

/**
 * Gathers items that are written at the same time into batches. When an item makes the statement of its batch fail, the
 * items of the batch are written one by one, so that the others are still written.
 */
export class DatabaseBatches<Item, Result> {
  readonly #options: DatabaseBatchesOptions<Item, Result>;
  readonly #batcher: Batcher<Item, PromiseSettledResult<Result>>;

  constructor(options: DatabaseBatchesOptions<Item, Result>) {
    this.#options = options;
    const { itemsMax, batchesMax } = options;
    this.#batcher = new Batcher({ run: (items: Item[]) => this.#run(items), itemsMax, batchesMax });
  }

  async add(item: Item): Promise<Result> {
    const settled = await this.#batcher.add(item);
    if (settled.status === 'rejected') throw settled.reason;
    return settled.value;
  }

  async #run(items: Item[]): Promise<PromiseSettledResult<Result>[]> {
    const { db, run } = this.#options;
    try {
      const results = await run(db, items);
      return results.map((value) => ({ status: 'fulfilled', value }));
    } catch (error) {
      if (items.length === 1 || !isRefused(error) || isDatabaseAway(error)) throw error;
    }
    const settled: PromiseSettledResult<Result>[] = [];
    for (const item of items) {
      const [one] = await Promise.allSettled([run(db, [item]).then(([value]) => value as Result)]);
      settled.push(one);
    }
    return settled;
  }
}
