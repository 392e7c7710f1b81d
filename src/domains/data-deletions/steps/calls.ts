import { readStatement, statement } from '../../../platform/db/index.ts';
import {
  canceledInQueue,
  endCallIn,
  eraseCalls,
  queuedOnly,
  removeSessionDataOf,
} from '../../calls/index.ts';
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

/** Cancels the person's queued calls, without retries. */
export const cancelQueued: Step = async (tx, { organizationId, dataDeletionId }) => {
  const calls = await tx.query<{ callId: string }>(queued, [organizationId, dataDeletionId]);
  const ending = canceledInQueue(`by the data deletion ${dataDeletionId}`);
  for (const { callId } of calls) await endCallIn(tx, { organizationId, callId, ...queuedOnly }, ending);
  const deleted = { queuedCalls: calls.length };
  return calls.length === callsAtOnce ? { deleted, cursor: '' } : { deleted };
};

/** Waits for the person's live calls, which end by their agent's time limit. */
export const awaitLive: Step = async (tx, { organizationId, dataDeletionId, value }) => {
  const isLive = (await tx.query(live, [organizationId, dataDeletionId, value])).length > 0;
  return isLive ? { waitingFor: 'live-calls' } : {};
};

/** Empties the records of ended calls. */
export const eraseEnded: Step = async (tx, person, cursor) => {
  const { last, ...deleted } = await eraseCalls(tx, person, cursor ?? '', callsAtOnce);
  return last === null ? { deleted } : { deleted, cursor: last };
};

/** Removes session data of the number, and session data that names the person. */
export const removeSessionData: Step = async (tx, person) => {
  const sessionData = await removeSessionDataOf(tx, person, looksAtOnce);
  return sessionData === looksAtOnce
    ? { deleted: { sessionData }, cursor: '' }
    : { deleted: { sessionData } };
};

/** Begins again if new records of the person appeared meanwhile, such as the next attempt of a live call. */
export const lookAgain: Step = async (tx, { organizationId, by, value }) => {
  const sql = by === 'phoneNumber' ? anyOfNumber : anyOfId;
  return (await tx.query(sql, [organizationId, value])).length > 0 ? { beginAgain: true } : {};
};

/** Waits until the recordings are removed. */
export const awaitRecordings: Step = async (tx, { organizationId, dataDeletionId }) => {
  const isLeft = (await tx.query(removed, [organizationId, dataDeletionId])).length > 0;
  return isLeft ? { waitingFor: 'recordings' } : {};
};
