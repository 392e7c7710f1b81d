import { Batcher } from './batcher.ts';
import { type Database, isRefused } from './database.ts';

/**
 * What any part of this process writes of one kind, in batches of its own for each database. An item that makes the
 * statement of its batch fail does not take the others with it: they are then written one by one.
 */
export class DatabaseBatches<Item, Result> {
  readonly #options: DatabaseBatchesOptions<Item, Result>;
  readonly #batchers = new WeakMap<Database, Batcher<Item, PromiseSettledResult<Result>>>();

  constructor(options: DatabaseBatchesOptions<Item, Result>) {
    this.#options = options;
  }

  async add(db: Database, item: Item): Promise<Result> {
    const settled = await this.#batcherOf(db).add(item);
    if (settled.status === 'rejected') throw settled.reason;
    return settled.value;
  }

  #batcherOf(db: Database): Batcher<Item, PromiseSettledResult<Result>> {
    const known = this.#batchers.get(db);
    if (known) return known;
    const { itemsMax, batchesMax } = this.#options;
    const batcher = new Batcher({ run: (items: Item[]) => this.#run(db, items), itemsMax, batchesMax });
    this.#batchers.set(db, batcher);
    return batcher;
  }

  async #run(db: Database, items: Item[]): Promise<PromiseSettledResult<Result>[]> {
    const { run } = this.#options;
    try {
      const results = await run(db, items);
      return results.map((value) => ({ status: 'fulfilled', value }));
    } catch (error) {
      if (items.length === 1 || !isRefused(error)) throw error;
    }
    const settled: PromiseSettledResult<Result>[] = [];
    for (const item of items) {
      const [one] = await Promise.allSettled([run(db, [item]).then(([value]) => value as Result)]);
      settled.push(one);
    }
    return settled;
  }
}

interface DatabaseBatchesOptions<Item, Result> {
  /** Writes items, all of them or none, and answers each in order. */
  run: (db: Database, items: Item[]) => Promise<Result[]>;
  itemsMax: number;
  batchesMax: number;
}
