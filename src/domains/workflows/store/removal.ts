import { removeEnded } from '../../../platform/audit/index.ts';
import {
  type Database,
  dropPartitions,
  droppable,
  partitionsOf,
  type Queryable,
  readStatement,
  statement,
  withPartitions,
} from '../../../platform/db/index.ts';
import { idBound } from '../../../platform/kernel/index.ts';

/** Runs per transaction. */
const runsAtOnce = 500;

// A trigger deletes the steps with their run.
const forget = statement(
  'workflows.forget_runs',
  `with r as materialized (
     select r.organization_id, r.run_id from workflow_runs r
     where r.organization_id = $1 and r.run_id > $2 and r.run_id < $3
       and r.status not in ('running', 'waiting') and coalesce(r.ended_at, r.created_at) < $4
       and (r.parent_run_id is null or not exists (select from workflow_open_runs p
         where p.organization_id = r.organization_id and p.run_id = r.parent_run_id))
       and not has_pending_delivery(r.organization_id, r.run_id)
     order by r.run_id limit ${runsAtOnce} for update skip locked)
   delete from workflow_runs d using r where d.organization_id = r.organization_id and d.run_id = r.run_id
   returning d.run_id as "id"`,
);

/**
 * Deletes an organization's runs that ended before `endedBeforeMs`, with their steps. Returns how many. Keeps a run
 * while it or its parent is open, or a webhook delivery is pending.
 */
export function forgetRuns(db: Database, organizationId: string, endedBeforeMs: number): Promise<number> {
  return removeEnded(db, organizationId, endedBeforeMs, {
    type: 'workflow_runs',
    noun: 'runs',
    idPrefix: 'run',
    remove: forget,
    rowsAtOnce: runsAtOnce,
    slicesMax: 200,
  });
}

/** The tables that are partitioned by the id of the run, both at the same bounds. */
export const runTablesByTime = ['workflow_runs', 'workflow_steps'] as const;

const dayMs = 86_400_000;
const anyWithin = readStatement(
  'workflows.any_run_within',
  'select exists (select from workflow_runs where run_id >= $1 and run_id < $2 limit 1) as found',
);

/** Drops the partitions of past days whose runs are all removed. Their steps were removed with them. */
export async function dropEmptyRunPartitions(db: Database, nowMs: number): Promise<void> {
  for (const { from, to } of droppable(await partitionsOf(db, 'workflow_runs'))) {
    if (to > idBound('run', nowMs - dayMs)) return;
    const [row] = await db.query<{ found: boolean }>(anyWithin, [from ?? '', to]);
    if (!row!.found) await withPartitions(db, (tx) => dropBelow(tx, to));
  }
}

async function dropBelow(tx: Queryable, bound: string): Promise<void> {
  const names: string[] = [];
  for (const table of runTablesByTime) {
    const own = (await partitionsOf(tx, table)).find(({ to }) => to === bound);
    // Upkeep has not made it yet.
    if (!own) return;
    names.push(own.name);
  }
  await dropPartitions(tx, names);
}

/** Removes up to 5,000 events that were kept for waiting runs and have expired. */
export const expiredWorkflowEvents = statement(
  'workflows.expired_events',
  `delete from workflow_events where ctid in (
     select ctid from workflow_events where expires_at < now() order by expires_at limit 5000) returning 1`,
);

/** SQL: whether a run, or one of its steps, names the person. */
const named = `mentions_person($1, $2, $4, concat_ws(E'\\n', r.input, r.output, r.reason, r.triggered_by))
  or exists (select from workflow_steps t where t.organization_id = r.organization_id and t.run_id = r.run_id
    and mentions_person($1, $2, $4, concat_ws(E'\\n', t.input, t.output, t.error, t.wake_key)))`;
const removeRuns = statement(
  'workflows.erase_runs',
  `with recursive page as materialized (
     select r.organization_id, r.run_id, r.parent_run_id, ${named} as is_named from workflow_runs r
     where r.organization_id = $1 and r.run_id > $3 order by r.run_id limit $5
   ), up as (
     select run_id, parent_run_id from page where is_named
     union select p.run_id, p.parent_run_id from up join workflow_runs p
       on p.organization_id = $1 and p.run_id = up.parent_run_id
   ), family as (
     select run_id from up
     union select c.run_id from family join workflow_runs c
       on c.organization_id = $1 and c.parent_run_id = family.run_id
   ), gone as (
     delete from workflow_runs d using family where d.organization_id = $1 and d.run_id = family.run_id returning 1)
   select (select max(run_id) from page) as last, (select count(*)::int from gone) as count,
     array(select run_id from family) as "runIds"`,
);
const removeEvents = statement(
  'workflows.erase_events',
  `with gone as (
     delete from workflow_events e
     where e.organization_id = $1 and mentions_person($1, $2, $3, concat_ws(E'\\n', e.key, e.payload)) returning 1)
   select count(*)::int as count from gone`,
);

/** A data deletion, with the pattern that finds its person. */
interface Deletion {
  organizationId: string;
  dataDeletionId: string;
  pattern: string;
}

/** The result of one statement. */
interface ErasedRuns {
  runIds: string[];
  count: number;
  /** The last run that was looked at; null when there were none. */
  last: string | null;
}

/**
 * Removes runs that name the person of a data deletion, of the next `max` behind `after`, with their parents and
 * children. Open runs too.
 */
export async function eraseRuns(
  tx: Queryable,
  { organizationId, dataDeletionId, pattern }: Deletion,
  after: string,
  max: number,
): Promise<ErasedRuns> {
  const values = [organizationId, dataDeletionId, after, pattern, max];
  const [row] = await tx.query<ErasedRuns>(removeRuns, values);
  return row!;
}

/** Removes events kept for waiting runs that name the person. There are few. Returns how many. */
export async function eraseKeptEvents(
  tx: Queryable,
  { organizationId, dataDeletionId, pattern }: Deletion,
): Promise<number> {
  const [row] = await tx.query<{ count: number }>(removeEvents, [organizationId, dataDeletionId, pattern]);
  return row!.count;
}
