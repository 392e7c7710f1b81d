import { type Database, statement, toJson } from '../db/index.ts';
import { statesBefore } from './state.ts';

/** A call and the process that holds it. */
export interface HeldCall {
  organizationId: string;
  callId: string;
  nodeId: string;
}

// With its event in one statement: one message to the database, where a transaction takes four.
const ringing = statement(
  'calls.ringing',
  `with moved as (
     update calls set status = 'ringing', ringing_at = dialer_now(), sip_dialog = $7
     where organization_id = $1 and call_id = $2 and node_id = $3 and status = any($4)
     returning organization_id, call_id)
   insert into call_events (organization_id, call_id, decision, reason, message)
   select organization_id, call_id, 'ringing', $5, $6 from moved returning 1`,
);
const dialed = statement(
  'calls.dialed',
  `with kept as (
     update calls set sip_dialog = $5
     where organization_id = $1 and call_id = $2 and node_id = $3 and status = 'dialing')
   insert into call_events (organization_id, call_id, decision, reason, message)
   values ($1, $2, 'dialed', 'invite-sent', $4)`,
);
const answered = statement(
  'calls.answered',
  `with moved as (
     update calls set status = 'in-progress', started_at = dialer_now() - make_interval(secs => $6),
       recording_file = $5, sip_dialog = $7
     where organization_id = $1 and call_id = $2 and node_id = $3 and status = any($4)
     returning organization_id, call_id, started_at, type),
   noted as (
     insert into call_events (organization_id, call_id, decision, reason, message)
     select organization_id, call_id, 'answered', 'sip-200',
       case type when 'inboundPhoneCall' then 'The agent answered.' else 'The other side answered.' end
     from moved)
   select started_at, close_probed_trunk(organization_id, call_id) as closed from moved`,
);
const stops = statement(
  'calls.stops',
  `select c.organization_id, c.call_id,
     case when c.stop_requested is not null then 'requested' when o.dialing = 'off' then 'dialing-off'
       when k.status = 'ended' then 'campaign-ended' when k.status = 'paused' then 'campaign-paused'
       else 'number-suppressed' end as cause
   from live_calls l join calls c on c.organization_id = l.organization_id and c.call_id = l.call_id
     join organizations o on o.organization_id = c.organization_id
     left join campaigns k on k.organization_id = c.organization_id and k.campaign_id = c.campaign_id
   where l.node_id = $1 and c.node_id = $1
     and (c.stop_requested is not null or (c.type = 'outboundPhoneCall' and o.dialing = 'off')
       or (c.status in ('dialing', 'ringing') and c.type = 'outboundPhoneCall' and (k.status in ('ended', 'paused') or exists (
         select from suppressions d where d.organization_id = c.organization_id
           and d.phone_number = c.customer_number))))`,
);

const heldBy = statement('calls.held_by', 'select call_id from live_calls where node_id = $1');

/** The INVITE was sent; `invite` is what gives the call up if this process dies, and `message` is for `why`. */
export async function markDialed(
  db: Database,
  call: HeldCall,
  message: string,
  invite: object | null,
): Promise<void> {
  const { organizationId, callId, nodeId } = call;
  await db.query(dialed, [organizationId, callId, nodeId, message, toJson(invite)]);
}

/**
 * The peer rings; `invite` is what gives the call up if this process dies. False when the call is no longer this
 * process's to move.
 */
export async function markRinging(
  db: Database,
  call: HeldCall,
  sipCode: number,
  invite: object | null,
): Promise<boolean> {
  const { organizationId, callId, nodeId } = call;
  const message = `The other side rings (SIP ${sipCode}).`;
  const values = [
    organizationId,
    callId,
    nodeId,
    statesBefore('ringing'),
    `sip-${sipCode}`,
    message,
    toJson(invite),
  ];
  const rows = await db.query(ringing, values);
  return rows.length > 0;
}

export interface CallAnswer {
  recordingFile: string | null;
  agoMs: number;
  /** What ends the call if this process dies. */
  dialog: object | null;
}

/** The peer answered so long ago; the instant of it, or null when the call is no longer this process's to move. */
export async function markAnswered(
  db: Database,
  call: HeldCall,
  { recordingFile, agoMs, dialog }: CallAnswer,
): Promise<string | null> {
  const { organizationId, callId, nodeId } = call;
  const states = ['dialing', 'ringing'];
  const values = [organizationId, callId, nodeId, states, recordingFile, agoMs / 1000, toJson(dialog)];
  const [row] = await db.query<{ started_at: string }>(answered, values);
  return row?.started_at ?? null;
}

/** A live call of this process that is to stop, and why. */
export interface StopRequest {
  organizationId: string;
  callId: string;
  cause: 'requested' | 'dialing-off' | 'campaign-ended' | 'campaign-paused' | 'number-suppressed';
}

/** The ids of the calls that are on record as held by a process. */
export async function heldCallIds(db: Database, nodeId: string): Promise<Set<string>> {
  const rows = await db.query<{ call_id: string }>(heldBy, [nodeId]);
  return new Set(rows.map(({ call_id }) => call_id));
}

/**
 * The live calls of a process that were canceled, whose organization or campaign no longer dials, or that ring a
 * customer who has come onto the list of those who are not called.
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
