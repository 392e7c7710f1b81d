import { type Database, statement } from '../../../platform/db/index.ts';

const batchMax = 10_000;
const daysAtOnce = 7;
const fillingMsMax = 2000;

const addUp = statement('calls.add_up_sums', `select add_up_call_sums(${batchMax}) as rows`);
const fill = statement('calls.fill_sum_gap', `select fill_call_sum_gap(${daysAtOnce}) as "isFilled"`);

/**
 * Fills gaps in the sums of calls that are over, for some seconds, and adds up the changes. The figures stay the same. Several
 * processes share the organizations. Returns how much there was to do.
 */
export async function addUpCallSums(db: Database): Promise<number> {
  let count = 0;
  for (const startMs = performance.now(); performance.now() - startMs < fillingMsMax; ) {
    const [row] = await db.query<{ isFilled: boolean }>(fill);
    if (!row!.isFilled) break;
    count += 1;
  }
  for (;;) {
    const [row] = await db.query<{ rows: number }>(addUp);
    count += row!.rows;
    if (row!.rows === 0) return count;
  }
}
