import { removeEnded } from '../../../platform/audit/index.ts';
import { type Database, type PersonTexts, type Queryable, statement } from '../../../platform/db/index.ts';
import { expiredHandovers } from './handovers.ts';

/**
 * Every table beside `calls` that names a call by its id, and what happens to its rows when the call is removed. There
 * are no foreign keys, because they would cost every insert. A test compares the list with the schema.
 */
export const callSideTables: Readonly<Record<string, { removedWith: string } | { staysBecause: string }>> = {
  // Besides organization and call, the condition that leads to the row by the table's key.
  call_events: { removedWith: '' },
  call_analysis_requests: { removedWith: '' },
  call_commands: { removedWith: '' },
  call_comments: { removedWith: '' },
  call_links: { removedWith: '' },
  session_data: { removedWith: '' },
  team_calls: { removedWith: '' },
  member_presence: { staysBecause: 'a call that is over is not live, so its member is not busy with it' },
  spoken_calls: { removedWith: 'and s.created_at = c.created_at' },
  unknown_outcomes: { removedWith: 'and s.campaign_id = c.campaign_id' },
  queued_calls: { staysBecause: 'a call that is over is in no queue' },
  live_calls: { staysBecause: 'a call that is over is not live' },
  ended_calls: { staysBecause: 'a trigger removes it with the call' },
  call_facts: { staysBecause: 'a trigger removes it with the call' },
  call_handovers: { removedWith: '' },
  handover_recordings: { removedWith: '' },
  hold_wakes: { staysBecause: 'it says how far a walk over the queue has come' },
  recording_removals: { staysBecause: 'it says what is still to be removed' },
  web_calls: { staysBecause: 'it is removed at the end of the call' },
  browser_calls: { staysBecause: 'a browser call is no row of calls' },
  suppressions: { staysBecause: 'a suppression outlives the call that asked for it' },
  personalization: { staysBecause: 'a push is of its number, and is replaced by the next' },
  circuits: { staysBecause: 'the probe of a circuit is live' },
};

/** Common table expressions that remove the rows of the calls in the expression `c`. */
const removeSideRowsSql = Object.entries(callSideTables)
  .flatMap(([table, fate]) =>
    'removedWith' in fate
      ? `gone_${table} as (delete from ${table} s using c
           where s.organization_id = c.organization_id and s.call_id = c.call_id ${fate.removedWith})`
      : [],
  )
  .join(',\n');

/** The calls of one transaction. */
const callsAtOnce = 1000;

/** SQL: whether a call `c` may have a file. A killed process may leave a file that the record does not name. */
export const mayBeRecordedSql = `(c.recording_file is not null or c.ended_reason = 'worker-lost')`;

const forget = statement(
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
 * many it removed. Calls stay while they wait, are live, are being analyzed, or have a delivery to an endpoint pending.
 */
export function forgetCalls(db: Database, organizationId: string, endedBeforeMs: number): Promise<number> {
  return removeEnded(db, organizationId, endedBeforeMs, {
    type: 'calls',
    noun: 'calls',
    idPrefix: 'call',
    remove: forget,
    rowsAtOnce: callsAtOnce,
    slicesMax: 100,
  });
}

/** The days that the hourly counts of calls are kept. */
const hoursKeptDays = 400;

/** Statements that remove what is kept beside calls for a limited time, up to 5,000 rows each. */
export const expiredBesideCalls = [
  ...expiredHandovers,
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

/** The next ended calls that a data deletion has noted, locked. */
const callsToErase = `from calls c join data_deletion_subjects s
       on s.organization_id = c.organization_id and s.subject_id = c.call_id
     where s.organization_id = $1 and s.data_deletion_id = $2 and c.call_id > $3 and c.status in ('ended', 'canceled')
       and not exists (select from call_events e
         where e.organization_id = c.organization_id and e.call_id = c.call_id and e.reason = 'data-deleted')
     order by c.call_id limit $4 for no key update of c`;
// A statement of its own, so that the next one sees what was written about a call while it waited for the lock.
const lockToErase = statement('calls.lock_to_erase', `select c.call_id ${callsToErase}`);
// The emptied records stay for the counts. The event `data-deleted` marks a call whose customer was erased.
const erase = statement(
  'calls.erase',
  `with c as materialized (
     select c.organization_id, c.call_id, c.campaign_id, c.recording_store, c.recording_file is not null as is_recorded,
       c.recording_file is not null or c.started_at is not null as may_be_recorded
     ${callsToErase}
   ), removals as (
     insert into recording_removals (organization_id, call_id, is_stored)
     select organization_id, call_id, recording_store = 's3' from c where may_be_recorded
     on conflict (organization_id, call_id) do nothing
   ), decisions as (
     delete from call_events e using c where e.organization_id = c.organization_id and e.call_id = c.call_id
   ), analyses as (
     delete from call_analysis_requests a using c where a.organization_id = c.organization_id and a.call_id = c.call_id
   ), commands as (
     delete from call_commands m using c where m.organization_id = c.organization_id and m.call_id = c.call_id
   ), comments as (
     delete from call_comments m using c where m.organization_id = c.organization_id and m.call_id = c.call_id
   ), links as (
     delete from call_links l using c where l.organization_id = c.organization_id and l.call_id = c.call_id
   ), erased as (
     update calls r set customer_number = '', variables = '{}', session_variables = '{}', time_zone = null,
       sip_call_id = null, sip_branch = null, sip_from_tag = null, sip_reason = null, sip_dialog = null,
       second_leg_dialog = null, inbound_dialog = null, external_id = null, recording_file = null, transcript = '[]',
       turns = null, summary = null, analysis = null, qa = null, analysis_status = null, analysis_agent_version = null,
       answered_by = null, transfer_destination = null, tags = null
     from c where r.organization_id = c.organization_id and r.call_id = c.call_id
   ), unknown as (
     delete from unknown_outcomes u using c where u.organization_id = c.organization_id
       and u.campaign_id = c.campaign_id and u.call_id = c.call_id
   ), data as (
     delete from session_data d using c where d.organization_id = c.organization_id and d.call_id = c.call_id returning 1
   ), noted as (
     insert into call_events (organization_id, call_id, decision, reason, message)
     select organization_id, call_id, 'noted', 'data-deleted',
       'What was known of the customer was deleted by ' || $2 || '.' from c)
   select count(*)::int as calls, count(*) filter (where is_recorded)::int as recordings, max(call_id) as last,
     (select count(*)::int from data) as "sessionData" from c`,
);
const removeSessionData = statement(
  'calls.remove_session_data',
  `delete from session_data where (organization_id, call_id) in (
     select organization_id, call_id from session_data
     where organization_id = $1 and (customer_number = $2 or data::text ~ $3) limit $4) returning 1`,
);

/** The result of one statement. */
interface Erased {
  calls: number;
  recordings: number;
  sessionData: number;
  /** The last erased call; null when there were none. */
  last: string | null;
}

/**
 * Empties up to `max` records of ended calls that a data deletion has noted, behind the call `after`, and has their
 * recordings removed.
 */
export async function eraseCalls(
  tx: Queryable,
  deletion: { organizationId: string; dataDeletionId: string },
  after: string,
  max: number,
): Promise<Erased> {
  const { organizationId, dataDeletionId } = deletion;
  const values = [organizationId, dataDeletionId, after, max];
  await tx.query(lockToErase, values);
  const [row] = await tx.query<Erased>(erase, values);
  return row!;
}

/** Removes up to `max` rows of session data of a number, or that match `pattern`. Returns how many. */
export async function removeSessionDataOf(
  tx: Queryable,
  { organizationId, value, pattern }: { organizationId: string; value: string; pattern: string },
  max: number,
): Promise<number> {
  return (await tx.query(removeSessionData, [organizationId, value, pattern, max])).length;
}

/** The texts about other customers that may mention a person. */
export const personTextsInCalls: readonly PersonTexts[] = [
  {
    name: 'calls',
    key: [{ column: 'call_id', type: 'text' }],
    json: ['variables', 'session_variables', 'transcript', 'turns', 'analysis', 'qa', 'answered_by'],
    text: ['summary', 'sip_reason', 'transfer_destination', 'external_id'],
  },
  {
    name: 'call_events',
    key: [
      { column: 'call_id', type: 'text' },
      { column: 'event_id', type: 'bigint' },
    ],
    json: [],
    text: ['message'],
  },
  {
    name: 'call_commands',
    key: [
      { column: 'call_id', type: 'text' },
      { column: 'sequence', type: 'bigint' },
    ],
    json: ['command'],
    text: ['detail'],
  },
  {
    name: 'call_comments',
    key: [
      { column: 'call_id', type: 'text' },
      { column: 'comment_id', type: 'text' },
    ],
    json: [],
    text: ['comment'],
  },
  {
    name: 'session_data',
    key: [{ column: 'call_id', type: 'text' }],
    json: ['data'],
    text: ['external_id'],
  },
];
