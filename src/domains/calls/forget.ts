import { removeEnded } from '../../platform/audit/index.ts';
import { type Database, statement } from '../../platform/db/index.ts';
import { removeSideRowsSql } from './side-tables.ts';

/** The calls of one transaction. */
const callsAtOnce = 1000;

/** SQL: whether a call `c` may have a file. A killed process may leave a file that the record does not name. */
export const mayBeRecordedSql = `(c.recording_file is not null or c.ended_reason = 'worker-lost')`;

const remove = statement(
  'calls.forget',
  `with c as materialized (
     select c.organization_id, c.call_id, c.campaign_id, c.created_at, c.recording_store,
       ${mayBeRecordedSql} as may_be_recorded
     from calls c
     where c.organization_id = $1 and c.call_id > $2 and c.call_id < $3
       and c.status in ('ended', 'canceled') and coalesce(c.ended_at, c.created_at) < $4
       and (c.analysis_status is null or c.analysis_status in ('done', 'failed'))
       and not has_pending_delivery(c.organization_id, c.call_id)
     order by c.call_id limit ${callsAtOnce} for update skip locked
   ), removals as (
     insert into recording_removals (organization_id, call_id, is_stored)
     select organization_id, call_id, recording_store = 's3' from c where may_be_recorded
     on conflict (organization_id, call_id) do nothing
   ), ${removeSideRowsSql}
   delete from calls r using c where r.organization_id = c.organization_id and r.call_id = c.call_id
   returning r.call_id as "id"`,
);

/**
 * Removes the calls of an organization that ended before `endedBeforeMs`, with their rows in other tables. Returns how
 * many it removed. Calls stay while they wait, are live, are being analysed, or have a delivery to an endpoint pending.
 */
export function forgetCalls(db: Database, organizationId: string, endedBeforeMs: number): Promise<number> {
  return removeEnded(db, organizationId, endedBeforeMs, {
    type: 'calls',
    noun: 'calls',
    idPrefix: 'call',
    remove,
    rowsAtOnce: callsAtOnce,
    slicesMax: 100,
  });
}

/** The days that the hourly counts of calls are kept. */
const hoursKeptDays = 400;

/** Statements that remove what is kept beside calls for a limited time, up to 5,000 rows each. */
export const expiredBesideCalls = [
  statement(
    'calls.expired_session_data',
    `delete from session_data where (organization_id, call_id) in (
       select organization_id, call_id from session_data where expires_at < now() order by expires_at limit 5000) returning 1`,
  ),
  statement(
    'calls.expired_hours',
    `delete from call_hours where ctid in (
       select ctid from call_hours where hour < now() - interval '${hoursKeptDays} days' limit 5000) returning 1`,
  ),
  statement(
    'calls.expired_campaign_hours',
    `delete from campaign_hours where ctid in (
       select ctid from campaign_hours where hour < now() - interval '${hoursKeptDays} days' limit 5000) returning 1`,
  ),
];
