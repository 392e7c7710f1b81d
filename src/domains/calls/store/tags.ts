import { firstRow, type Queryable, readStatement, statement, toJson } from '../../../platform/db/index.ts';

// Only an erased call has no customer number. The lock makes a deletion of the customer's data wait, or come first.
const lock = statement(
  'calls.lock_for_tags',
  `select coalesce(tags, '{}') as tags from calls
   where organization_id = $1 and call_id = $2 and customer_number <> '' for no key update`,
);
const write = statement(
  'calls.write_tags',
  `update calls set tags = nullif($3::text[], '{}') where organization_id = $1 and call_id = $2`,
);
// As a list of calls finds them: the newest 20,000 in order, and others by the index.
const used = readStatement(
  'calls.used_tags',
  `select distinct t.tag from find_calls($1, 'calm', 1000, 20000, $2) as s (call_id)
     cross join lateral (select tags from calls where organization_id = $1 and call_id = s.call_id offset 0) c
     cross join unnest(c.tags) as t (tag)
   order by t.tag limit 500`,
);

/** Locks a call and returns its tags, or null when it does not exist or was erased. */
export async function lockForTags(
  tx: Queryable,
  organizationId: string,
  callId: string,
): Promise<string[] | null> {
  return (await firstRow<{ tags: string[] }>(tx, lock, [organizationId, callId]))?.tags ?? null;
}

/** Writes the tags of a call. A trigger keeps them where lists find calls. */
export async function writeTags(
  tx: Queryable,
  organizationId: string,
  callId: string,
  tags: readonly string[],
): Promise<void> {
  await tx.query(write, [organizationId, callId, tags]);
}

/** Returns up to 500 tags of the newest 1,000 calls that have tags, in alphabetical order. */
export async function selectUsedTags(db: Queryable, organizationId: string): Promise<string[]> {
  const rows = await db.query<{ tag: string }>(used, [organizationId, toJson({ isTagged: true })]);
  return rows.map(({ tag }) => tag);
}
