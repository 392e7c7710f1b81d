import { type Database, statement } from '../../platform/db/index.ts';

const batchMax = 10_000;
const fold = statement('upkeep.fold_call_changes', `select fold_call_changes(${batchMax}) as folded`);

/**
 * Puts the changes of the numbers of calls together, until only those are left that came meanwhile; how many. They count
 * before as after.
 */
export async function foldCallChanges(db: Database): Promise<number> {
  for (let folded = 0; ; ) {
    const [row] = await db.query<{ folded: number }>(fold);
    folded += row!.folded;
    if (row!.folded < batchMax) return folded;
  }
}
