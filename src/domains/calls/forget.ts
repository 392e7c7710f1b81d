import { change } from '../../platform/audit/index.ts';
import { type Database, statement } from '../../platform/db/index.ts';
import { idBound, newId, systemActor } from '../../platform/kernel/index.ts';
import { removeSideRowsSql } from './side-tables.ts';

/** Calls of one transaction, and transactions of one run. */
const callsAtOnce = 1000;
const slicesMax = 100;

/** True of a call `c` with which a file may be: of one whose process was killed nobody wrote down its name. */
export const mayBeRecordedSql = `(c.recording_file is not null or c.ended_reason = 'worker-lost')`;

// By the index of the primary key: ids are in the order of time.
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
   returning r.call_id as "callId"`,
);

/**
 * Removes the calls of an organization that ended before `endedBeforeMs`, with everything that is kept beside them, some in
 * each transaction; how many. Calls that wait, are live, are being analysed, or that an endpoint is still to be told of,
 * stay. Each removal is one entry of the audit log.
 */
export async function forgetCalls(
  db: Database,
  organizationId: string,
  endedBeforeMs: number,
): Promise<number> {
  let count = 0;
  let after = '';
  for (let slice = 0; slice < slicesMax; slice++) {
    const removed = await forgetSlice(db, organizationId, { after, endedBeforeMs });
    count += removed.length;
    if (removed.length < callsAtOnce) break;
    after = removed.at(-1)!;
  }
  return count;
}

function forgetSlice(
  db: Database,
  organizationId: string,
  { after, endedBeforeMs }: { after: string; endedBeforeMs: number },
): Promise<string[]> {
  const before = new Date(endedBeforeMs).toISOString();
  const actor = systemActor(organizationId, newId('req'));
  return change({ db, actor }, async (tx) => {
    const values = [organizationId, after, idBound('call', endedBeforeMs), before];
    const rows = await tx.query<{ callId: string }>(remove, values);
    if (rows.length === 0) return { result: [], audit: [] };
    const label = `${rows.length} calls that ended before ${before.slice(0, 10)}, by retention`;
    return {
      result: rows.map(({ callId }) => callId).sort(),
      audit: { verb: 'deleted', type: 'calls', id: null, label },
    };
  });
}
