import { readStatement, statement } from '../../../platform/db/index.ts';
import { canceledInQueue, endCallIn, queuedOnly } from '../../calls/index.ts';
import type { Step } from './step.ts';

const callsAtOnce = 200;
const looksAtOnce = 2000;

const noteOfNumber = statement(
  'data_deletions.calls_of_number',
  `with page as materialized (
     select call_id from calls where organization_id = $1 and customer_number = $3 and call_id > $4
     order by call_id limit ${looksAtOnce}
   ), noted as (
     insert into data_deletion_subjects select $1, $2, call_id from page on conflict do nothing)
   select max(call_id) as last from page`,
);
const noteOfId = statement(
  'data_deletions.calls_of_id',
  `with page as materialized (
     select call_id, external_id, variables, session_variables from calls where organization_id = $1 and call_id > $4
     order by call_id limit ${looksAtOnce}
   ), noted as (
     insert into data_deletion_subjects
     select $1, $2, call_id from page
     where external_id = $3 or variables::text ~ $5 or session_variables::text ~ $5 on conflict do nothing)
   select max(call_id) as last from page`,
);
const queued = statement(
  'data_deletions.queued',
  `select c.call_id as "callId" from data_deletion_subjects s join calls c using (organization_id)
   where s.organization_id = $1 and s.data_deletion_id = $2 and c.call_id = s.subject_id and c.status = 'queued'
   order by c.call_id limit ${callsAtOnce} for update of c`,
);
const live = readStatement(
  'data_deletions.live',
  `select from data_deletion_subjects s join calls c using (organization_id)
   where s.organization_id = $1 and s.data_deletion_id = $2 and c.call_id = s.subject_id
     and c.status not in ('ended', 'canceled')
   union all select from live_calls l where l.organization_id = $1 and l.customer_number = $3 limit 1`,
);
const erase = statement(
  'data_deletions.erase_calls',
  `with c as materialized (
     select c.organization_id, c.call_id, c.campaign_id, c.recording_store, c.recording_file is not null as is_recorded,
       c.recording_file is not null or c.started_at is not null as may_be_recorded
     from calls c join data_deletion_subjects s on s.organization_id = c.organization_id and s.subject_id = c.call_id
     where s.organization_id = $1 and s.data_deletion_id = $2 and c.call_id > $3 and c.status in ('ended', 'canceled')
       and not exists (select from call_events e
         where e.organization_id = c.organization_id and e.call_id = c.call_id and e.reason = 'data-deleted')
     order by c.call_id limit ${callsAtOnce} for no key update of c
   ), removals as (
     insert into recording_removals (organization_id, call_id, is_stored)
     select organization_id, call_id, recording_store = 's3' from c where may_be_recorded
     on conflict (organization_id, call_id) do nothing
   ), decisions as (
     delete from call_events e using c where e.organization_id = c.organization_id and e.call_id = c.call_id
   ), analyses as (
     delete from call_analysis_requests a using c where a.organization_id = c.organization_id and a.call_id = c.call_id
   ), erased as (
     update calls r set customer_number = '', variables = '{}', session_variables = '{}', time_zone = null,
       sip_call_id = null, sip_branch = null, sip_from_tag = null, sip_reason = null, sip_dialog = null,
       second_leg_dialog = null, inbound_dialog = null, external_id = null, recording_file = null, transcript = '[]',
       turns = null, summary = null, analysis = null, qa = null, analysis_status = null, analysis_agent_version = null,
       answered_by = null, transfer_destination = null
     from c where r.organization_id = c.organization_id and r.call_id = c.call_id
   ), unknown as (
     delete from unknown_outcomes u using c where u.organization_id = c.organization_id
       and u.campaign_id = c.campaign_id and u.call_id = c.call_id
   ), data as (
     delete from session_data d using c where d.organization_id = c.organization_id and d.call_id = c.call_id returning 1
   ), told as (
     insert into call_events (organization_id, call_id, decision, reason, message)
     select organization_id, call_id, 'noted', 'data-deleted',
       'What was known of the customer was deleted by ' || $2 || '.' from c)
   select count(*)::int as calls, count(*) filter (where is_recorded)::int as recordings, max(call_id) as last,
     (select count(*)::int from data) as "sessionData" from c`,
);
const removeData = statement(
  'data_deletions.session_data',
  `delete from session_data where (organization_id, call_id) in (
     select organization_id, call_id from session_data
     where organization_id = $1 and (customer_number = $2 or data::text ~ $3) limit ${looksAtOnce}) returning 1`,
);
const removed = readStatement(
  'data_deletions.recordings',
  `select from recording_removals r join data_deletion_subjects s using (organization_id)
   where s.organization_id = $1 and s.data_deletion_id = $2 and r.call_id = s.subject_id and r.looked_at is null limit 1`,
);

const anyOfNumber = readStatement(
  'data_deletions.any_of_number',
  'select from calls where organization_id = $1 and customer_number = $2 limit 1',
);
const anyOfId = readStatement(
  'data_deletions.any_of_id',
  'select from chats where organization_id = $1 and customer_unique_id = $2 limit 1',
);

/** Finds the person's calls. */
export const findCalls: Step = async (tx, person, cursor) => {
  const { organizationId, dataDeletionId, by, value, pattern } = person;
  const values = [organizationId, dataDeletionId, value, cursor ?? ''];
  const [row] =
    by === 'phoneNumber'
      ? await tx.query<{ last: string | null }>(noteOfNumber, values)
      : await tx.query<{ last: string | null }>(noteOfId, [...values, pattern]);
  return row?.last ? { cursor: row.last } : {};
};

/** Cancels those that wait, which are not tried again. */
export const cancelQueued: Step = async (tx, { organizationId, dataDeletionId }) => {
  const calls = await tx.query<{ callId: string }>(queued, [organizationId, dataDeletionId]);
  const ending = canceledInQueue(`by the data deletion ${dataDeletionId}`);
  for (const { callId } of calls) await endCallIn(tx, { organizationId, callId, ...queuedOnly }, ending);
  const deleted = { queuedCalls: calls.length };
  return calls.length === callsAtOnce ? { deleted, cursor: '' } : { deleted };
};

/** Waits for those that are live, which last as long as their agent's limit at most. */
export const awaitLive: Step = async (tx, { organizationId, dataDeletionId, value }) => {
  const isLive = (await tx.query(live, [organizationId, dataDeletionId, value])).length > 0;
  return isLive ? { waitingFor: 'live-calls' } : {};
};

interface Erased {
  calls: number;
  recordings: number;
  sessionData: number;
  last: string | null;
}

/** Empties the records, which stay for the counts, and leaves word of their recordings. */
export const eraseCalls: Step = async (tx, { organizationId, dataDeletionId }, cursor) => {
  const [row] = await tx.query<Erased>(erase, [organizationId, dataDeletionId, cursor ?? '']);
  const { last, ...deleted } = row!;
  return last === null ? { deleted } : { deleted, cursor: last };
};

/** Removes session data that was written for the number, or names the person. */
export const removeSessionData: Step = async (tx, { organizationId, value, pattern }) => {
  const rows = await tx.query(removeData, [organizationId, value, pattern]);
  const deleted = { sessionData: rows.length };
  return rows.length === looksAtOnce ? { deleted, cursor: '' } : { deleted };
};

/** Looks for what came while the rest was deleted, such as the next attempt of a call that was live. */
export const lookAgain: Step = async (tx, { organizationId, by, value }) => {
  const sql = by === 'phoneNumber' ? anyOfNumber : anyOfId;
  return (await tx.query(sql, [organizationId, value])).length > 0 ? { beginAgain: true } : {};
};

/** Waits until the recordings were removed. */
export const awaitRecordings: Step = async (tx, { organizationId, dataDeletionId }) => {
  const isLeft = (await tx.query(removed, [organizationId, dataDeletionId])).length > 0;
  return isLeft ? { waitingFor: 'recordings' } : {};
};
