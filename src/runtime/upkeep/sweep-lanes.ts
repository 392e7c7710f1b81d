import { type Database, statement } from '../../platform/db/index.ts';

const sweep = statement('upkeep.sweep_lanes', 'select sweep_lanes() as swept');

/**
 * Finds queued calls that no lane tells of, because they were being queued while a claim emptied their lane, and removes
 * lanes that nobody needs any more; how many lanes were touched.
 */
export async function sweepLanes(db: Database): Promise<number> {
  const [row] = await db.query<{ swept: number }>(sweep);
  return row?.swept ?? 0;
}
