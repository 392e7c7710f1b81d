import { type Queryable, statement } from '../db/index.ts';

const take = statement('dialer.take_departure', 'select take_departure($1, $2, $3) as "inMs"');

/**
 * Takes the next window in which an INVITE may leave over a trunk: `windowMs` long, it begins so many milliseconds after
 * the database was asked. An INVITE that misses it needs another. Null: the trunk has no limit of calls a second.
 */
export async function takeDeparture(
  db: Queryable,
  organizationId: string,
  trunkId: string,
  windowMs: number,
): Promise<number | null> {
  const [row] = await db.query<{ inMs: number | null }>(take, [organizationId, trunkId, windowMs]);
  return row?.inMs ?? null;
}
