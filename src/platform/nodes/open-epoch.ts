import { type Database, firstRow, type Queryable, statement } from '../db/index.ts';
import type { FoundCalls } from './epoch.ts';

/** An epoch to which dialing may return, because every process has reported, or the wait for reports is over. */
export interface EpochToOpen {
  epochId: number;
  timeline: number;
  firstSeenAt: string;
  safeAt: string;
  /** The most calls that processes without a report may have dialed. 0 when all have reported. */
  doubtfulMax: number;
  /** The organizations that do not have their event yet. */
  organizationIds: string[];
}

// Processes whose row did not survive have 3 s to announce themselves.
const ready = statement(
  'nodes.epoch_to_open',
  `select e.epoch_id as "epochId", e.timeline, e.first_seen_at as "firstSeenAt", e.safe_at as "safeAt",
     (select coalesce(sum(capacity::integer), 0)::integer from jsonb_each_text(e.waits_for) w (node_id, capacity))
       as "doubtfulMax",
     (select coalesce(array_agg(organization_id order by organization_id), '{}') from organizations
       where not organization_id = any(e.notified)) as "organizationIds"
   from current_timeline() c join database_epochs e
     on e.system_identifier = c.system_identifier and e.timeline = c.timeline
   where e.state = 'reconciling' and e.first_seen_at < clock_timestamp() - make_interval(secs => $1)
     and (e.waits_for = '{}' or e.opens_by <= clock_timestamp())`,
);
const announcedWithinSeconds = 3;
const notify = statement(
  'nodes.notify_of_epoch',
  `update database_epochs e set notified = array_append(notified, $2::text) where epoch_id = $1 and not $2::text = any(notified)
   returning coalesce((select jsonb_agg(f.found -> $2::text) from jsonb_each(e.found) f (node_id, found)
     where f.found ? $2::text), '[]') as found`,
);
const open = statement(
  'nodes.open_epoch',
  `update database_epochs set state = 'open', opened_at = clock_timestamp() where epoch_id = $1 and state = 'reconciling'
   returning 1`,
);

/** Returns the epoch that waits to be opened, or `null`. */
export function epochToOpen(
  db: Queryable,
  afterSeconds = announcedWithinSeconds,
): Promise<EpochToOpen | null> {
  return firstRow(db, ready, [afterSeconds]);
}

/**
 * Notes in the caller's transaction that an organization gets its event of an epoch. Returns the sum of what the processes found of
 * its calls, or `null` when it has it already.
 */
export async function notifyOrganization(
  tx: Queryable,
  epochId: number,
  organizationId: string,
): Promise<FoundCalls | null> {
  const row = await firstRow<{ found: FoundCalls[] }>(tx, notify, [epochId, organizationId]);
  if (!row) return null;
  const sum = (of: (found: FoundCalls) => number) => row.found.reduce((all, found) => all + of(found), 0);
  return {
    writtenBack: sum(({ writtenBack }) => writtenBack),
    unknown: sum(({ unknown }) => unknown),
    missing: row.found.flatMap(({ missing }) => missing).slice(0, 100),
  };
}

/** Lets dialing go on. Returns false when another process did. */
export async function openEpoch(db: Database, epochId: number): Promise<boolean> {
  return (await db.query(open, [epochId])).length > 0;
}
