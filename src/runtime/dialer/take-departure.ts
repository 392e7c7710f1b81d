import { type Queryable, statement } from '../../platform/db/index.ts';

// As text: microseconds count.
const take = statement(
  'dialer.take_departure',
  'select in_ms as "inMs", ends_at::text as "endsAt" from take_departure($1, $2, $3, $4::timestamptz)',
);

/** When an INVITE may leave over a trunk. */
export interface Departure {
  /** Milliseconds to the beginning of the window, from when the database was asked. */
  inMs: number;
  /** The end of the window, as the database names it. */
  endsAt: string;
}

/**
 * Takes the next window of `windowMs` in which an INVITE may leave over a trunk, and gives the one back that it missed, by
 * its end. Null: the trunk has no limit of calls a second.
 */
export async function takeDeparture(
  db: Queryable,
  organizationId: string,
  trunkId: string,
  windowMs: number,
  missed: string | null = null,
): Promise<Departure | null> {
  const values = [organizationId, trunkId, windowMs, missed];
  const [row] = await db.query<{ inMs: number | null; endsAt: string | null }>(take, values);
  return row?.inMs == null || row.endsAt === null ? null : { inMs: row.inMs, endsAt: row.endsAt };
}
