import { type Queryable, readStatement, statement } from '../../../platform/db/index.ts';
import { mayBeRecordedSql } from './removal.ts';

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

const owners = readStatement(
  'calls.partition_owners',
  `select o.organization_id as "organizationId", o.calls_days as "callsDays"
   from organizations o cross join lateral (
     select from calls c where c.organization_id = o.organization_id and c.call_id >= $1 and c.call_id < $2
     order by c.call_id limit 1) c
   order by o.organization_id`,
);
const figures = readStatement(
  'calls.partition_figures',
  `select c.organization_id as "organizationId", count(*)::int as calls,
     extract(epoch from max(coalesce(c.ended_at, c.created_at)))::float8 * 1000 as "latestEndMs",
     bool_or(c.status not in ('ended', 'canceled') or c.analysis_status in ('pending', 'queued')) as "isBusy"
   from calls c where c.call_id >= $1 and c.call_id < $2 group by c.organization_id order by c.organization_id`,
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
const removeBeside = statement(
  'calls.remove_beside_partition',
  `with removals as (
     insert into recording_removals (organization_id, call_id, is_stored)
     select organization_id, call_id, recording_store = 's3' from calls c
     where c.call_id >= $2 and c.call_id < $3 and ${mayBeRecordedSql}
     on conflict (organization_id, call_id) do nothing
   ), requests as (
     delete from call_analysis_requests where organization_id = any($1) and call_id >= $2 and call_id < $3
   ), commands as (
     delete from call_commands where organization_id = any($1) and call_id >= $2 and call_id < $3
   ), comments as (
     delete from call_comments where organization_id = any($1) and call_id >= $2 and call_id < $3
   ), links as (
     delete from call_links where organization_id = any($1) and call_id >= $2 and call_id < $3
   ), data as (
     delete from session_data where organization_id = any($1) and call_id >= $2 and call_id < $3
   )
   delete from unknown_outcomes where organization_id = any($1) and call_id >= $2 and call_id < $3`,
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
  latestEndMs: number;
  /** Whether a call is not over or is being analysed. */
  isBusy: boolean;
}

/** Reads all calls of the range once. */
export function figuresOf(db: Queryable, { from, to }: CallRange): Promise<PartitionFigures[]> {
  return db.query(figures, [from, to]);
}

/** Returns whether a call of the range waits, is live, is being analysed, or has a delivery to an enabled endpoint pending. */
export async function isInUse(
  db: Queryable,
  organizationIds: readonly string[],
  { from, to }: CallRange,
): Promise<boolean> {
  const [row] = await db.query<{ isInUse: boolean }>(inUse, [organizationIds, from, to]);
  return row!.isInUse;
}

/** Removes what other tables hold of the calls of the range, and has their recordings removed. */
export async function removeBesideCalls(
  tx: Queryable,
  organizationIds: readonly string[],
  { from, to }: CallRange,
): Promise<void> {
  await tx.query(removeBeside, [organizationIds, from, to]);
}
