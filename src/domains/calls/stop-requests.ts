import { type Database, readStatement } from '../../platform/db/index.ts';

/** SQL: why the unanswered outbound call `c` of organization `o` and campaign `k` must stop, or null. */
export const stopCauseSql = `case when c.stop_requested is not null then 'requested' when o.dialing = 'off' then 'dialing-off'
  when k.status = 'ended' then 'campaign-ended' when k.status = 'paused' then 'campaign-paused'
  when exists (select from suppressions d where d.organization_id = c.organization_id
    and d.customer_number = c.customer_number) then 'number-suppressed' end`;

const stops = readStatement(
  'calls.stops',
  `select c.organization_id, c.call_id, ${stopCauseSql} as cause
   from live_calls l join calls c on c.organization_id = l.organization_id and c.call_id = l.call_id
     join organizations o on o.organization_id = c.organization_id
     left join campaigns k on k.organization_id = c.organization_id and k.campaign_id = c.campaign_id
   where l.node_id = $1 and c.node_id = $1
     and (c.stop_requested is not null or (c.type = 'outboundPhoneCall' and o.dialing = 'off')
       or (c.status in ('dialing', 'ringing') and c.type = 'outboundPhoneCall' and (k.status in ('ended', 'paused') or exists (
         select from suppressions d where d.organization_id = c.organization_id
           and d.customer_number = c.customer_number))))`,
);

const heldBy = readStatement('calls.held_by', 'select call_id from live_calls where node_id = $1');

/** A live call of this process that must stop, and why. */
export interface StopRequest {
  organizationId: string;
  callId: string;
  cause: 'requested' | 'dialing-off' | 'campaign-ended' | 'campaign-paused' | 'number-suppressed';
}

/** Returns the ids of the calls that a process holds according to the database. */
export async function heldCallIds(db: Database, nodeId: string): Promise<Set<string>> {
  const rows = await db.query<{ call_id: string }>(heldBy, [nodeId]);
  return new Set(rows.map(({ call_id }) => call_id));
}

/**
 * Returns the live calls of a process that must stop: canceled ones, those whose organization or campaign no longer
 * dials, and those that ring a suppressed customer.
 */
export async function stopRequests(db: Database, nodeId: string): Promise<StopRequest[]> {
  type Row = { organization_id: string; call_id: string; cause: StopRequest['cause'] };
  const rows = await db.query<Row>(stops, [nodeId]);
  return rows.map(({ organization_id, call_id, cause }) => ({
    organizationId: organization_id,
    callId: call_id,
    cause,
  }));
}
