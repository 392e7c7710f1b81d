import { type Queryable, readStatement, statement } from '../../../platform/db/index.ts';
import { callSideTables, mayBeRecordedSql } from './removal.ts';

/** The tables that are partitioned by the id of the call, all at the same bounds. */
export const callTablesByTime = [
  'calls',
  'call_events',
  'ended_calls',
  'spoken_calls',
  'call_facts',
] as const;

/** Ids of calls: at least `from`, below `to`. */
export interface CallRange {
  from: string;
  to: string;
}

/** SQL: whether a row is of the organization `o` and in the range of `$2` and `$3`. */
function rangeOf(table: string): string {
  return `${table}.organization_id = o.organization_id and ${table}.call_id >= $2 and ${table}.call_id < $3`;
}

const owners = readStatement(
  'calls.partition_owners',
  `select o.organization_id as "organizationId", o.calls_days as "callsDays"
   from organizations o cross join lateral (
     select from calls c where c.organization_id = o.organization_id and c.call_id >= $1 and c.call_id < $2
     order by c.call_id limit 1) c
   order by o.organization_id`,
);
// Counts are read from indexes alone, and the latest end is one probe: the records are too wide to be read. A call that is not
// over, or of which upkeep has yet to write the facts, has none.
const figures = readStatement(
  'calls.partition_figures',
  `select o.organization_id as "organizationId", k.calls, k.calls <> w.calls as "isBusy",
     extract(epoch from (select f.ended_at from call_facts f where ${rangeOf('f')} order by f.ended_at desc limit 1))::float8 * 1000
       as "latestEndMs"
   from unnest($1::text[]) as o (organization_id)
     cross join lateral (select count(*)::int as calls from calls c where ${rangeOf('c')}) k
     cross join lateral (select count(*)::int as calls from call_facts f where ${rangeOf('f')}) w
   order by o.organization_id`,
);
// The retention of recordings has passed the calls of most organizations, so that their records need not be read.
const mayHaveRecordings = readStatement(
  'calls.partition_recordings',
  `select o.organization_id as "organizationId"
   from unnest($1::text[]) as o (organization_id) left join recording_retention r using (organization_id)
   where exists (select from calls c where ${rangeOf('c')} and c.call_id > coalesce(r.done_to, ''))`,
);
const removeRecordings = statement(
  'calls.remove_partition_recordings',
  `insert into recording_removals (organization_id, call_id, is_stored)
   select organization_id, call_id, recording_store = 's3' from calls c
   where c.organization_id = any($1) and c.call_id >= $2 and c.call_id < $3 and ${mayBeRecordedSql}
   on conflict (organization_id, call_id) do nothing`,
);
// Index probes for each organization. They come before the partition is read, which takes longer.
const inUse = readStatement(
  'calls.partition_in_use',
  `select exists (
     select from unnest($1::text[]) as o (organization_id) where exists (
       select from queued_calls q where q.organization_id = o.organization_id and q.call_id >= $2 and q.call_id < $3)
     or exists (
       select from live_calls l where l.organization_id = o.organization_id and l.call_id >= $2 and l.call_id < $3)
     or exists (
       select from webhook_endpoints e cross join lateral (
         select from webhook_deliveries d
         where d.organization_id = e.organization_id and d.webhook_endpoint_id = e.webhook_endpoint_id
           and d.resource_id >= $2 and d.resource_id < $3 and d.status = 'pending' order by d.resource_id limit 1) d
       where e.organization_id = o.organization_id and e.enabled))
   or exists (
     select from calls c where c.call_id >= $2 and c.call_id < $3 and c.analysis_status in ('pending', 'queued'))
   as "isInUse"`,
);
const removeBeside = Object.entries(callSideTables)
  .filter(
    ([table, fate]) => 'removedWith' in fate && !(callTablesByTime as readonly string[]).includes(table),
  )
  .map(([table]) =>
    statement(
      `calls.remove_partition_${table}`,
      `delete from ${table} where organization_id = any($1) and call_id >= $2 and call_id < $3`,
    ),
  );

/** Returns the organizations that have calls in the range, with the days that they keep them: one index probe for each. */
export function ownersOf(
  db: Queryable,
  { from, to }: CallRange,
): Promise<{ organizationId: string; callsDays: number | null }[]> {
  return db.query(owners, [from, to]);
}

/** Figures about one organization's calls in a partition. */
export interface PartitionFigures {
  organizationId: string;
  calls: number;
  /** Null when the end of a call is not known yet. */
  latestEndMs: number | null;
  /** Whether a call is not over. */
  isBusy: boolean;
}

/** Returns the figures of those of the organizations that have calls in the range. */
export function figuresOf(
  db: Queryable,
  organizationIds: readonly string[],
  { from, to }: CallRange,
): Promise<PartitionFigures[]> {
  return db.query(figures, [organizationIds, from, to]);
}

/** Returns whether a call of the range waits, is live, is being analyzed, or has a delivery to an enabled endpoint pending. */
export async function isInUse(
  db: Queryable,
  organizationIds: readonly string[],
  { from, to }: CallRange,
): Promise<boolean> {
  const [row] = await db.query<{ isInUse: boolean }>(inUse, [organizationIds, from, to]);
  return row!.isInUse;
}

/**
 * Removes what other tables hold of the calls of the range, and has their recordings removed. The records of organizations
 * that may have recordings are read once.
 */
export async function removeBesideCalls(
  tx: Queryable,
  organizationIds: readonly string[],
  { from, to }: CallRange,
): Promise<void> {
  const recorded = await tx.query<{ organizationId: string }>(mayHaveRecordings, [organizationIds, from, to]);
  if (recorded.length > 0)
    await tx.query(removeRecordings, [recorded.map(({ organizationId }) => organizationId), from, to]);
  for (const remove of removeBeside) await tx.query(remove, [organizationIds, from, to]);
}
