import { type Queryable, statement } from '../../platform/db/index.ts';

// The emptied records stay for the counts. The event `data-deleted` marks a call whose customer was erased.
const erase = statement(
  'calls.erase',
  `with c as materialized (
     select c.organization_id, c.call_id, c.campaign_id, c.recording_store, c.recording_file is not null as is_recorded,
       c.recording_file is not null or c.started_at is not null as may_be_recorded
     from calls c join data_deletion_subjects s on s.organization_id = c.organization_id and s.subject_id = c.call_id
     where s.organization_id = $1 and s.data_deletion_id = $2 and c.call_id > $3 and c.status in ('ended', 'canceled')
       and not exists (select from call_events e
         where e.organization_id = c.organization_id and e.call_id = c.call_id and e.reason = 'data-deleted')
     order by c.call_id limit $4 for no key update of c
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
  const [row] = await tx.query<Erased>(erase, [organizationId, dataDeletionId, after, max]);
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
