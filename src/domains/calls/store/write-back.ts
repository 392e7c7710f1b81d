import { type Queryable, readStatement, rowsGiven, statement } from '../../../platform/db/index.ts';
import type { CallStatus } from '../state.ts';
import type { HeldCall } from './progress.ts';
import type { CallKey } from './read.ts';

const records = readStatement(
  'calls.records',
  `with ${rowsGiven('given', { organization_id: 'text', call_id: 'text' })}
   select c.call_id as "callId", c.status, c.node_id as "nodeId" from given i
     join calls c on c.organization_id = i.organization_id and c.call_id = i.call_id`,
);

/** Who holds a call, by its record. */
export interface CallState {
  callId: string;
  status: CallStatus;
  nodeId: string | null;
}

/** Returns the states of calls by their ids. A call without a record is missing. */
export async function statesOfCalls(
  db: Queryable,
  calls: readonly CallKey[],
): Promise<Map<string, CallState>> {
  const ids = [calls.map(({ organizationId }) => organizationId), calls.map(({ callId }) => callId)];
  const rows = await db.query<CallState>(records, ids);
  return new Map(rows.map((row) => [row.callId, row]));
}

const takeBack = statement(
  'calls.take_back',
  `with moved as (
     update calls c set status = 'dialing', node_id = $3, dialing_at = dialer_now(),
       trunk_id = (select t.trunk_id from trunks t where t.organization_id = $1 and t.trunk_id = $4),
       agent_version = (select version from agents a where a.organization_id = $1 and a.agent_id = c.agent_id),
       sip_call_id = $5, sip_branch = $6, sip_from_tag = $7, sip_cseq = $8
     where organization_id = $1 and call_id = $2 and status = 'queued'
     returning call_id, campaign_id, trunk_id, customer_number),
   left_queue as (select l.call_id, l.due_at from moved m, leave_queue($1, array[m.call_id]) l),
   noted as (
     insert into call_events (organization_id, call_id, decision, reason, message)
     select $1, call_id, 'noted', 'written-back',
       'The database failed over and had lost that the call was dialed. The process that dialed it wrote that again.'
     from moved)
   insert into live_calls (organization_id, call_id, campaign_id, node_id, trunk_id, customer_number, due_at)
   select $1, m.call_id, m.campaign_id, $3, m.trunk_id, m.customer_number, l.due_at
   from moved m left join left_queue l on l.call_id = m.call_id returning 1`,
);

/** The identity of the INVITE that a call was dialed with, and its trunk. */
interface DialedWith {
  invite: { callId: string; branch: string; fromTag: string; cseq: number };
  trunkId: string;
}

/**
 * Moves a queued call back to the process that dialed it. It is for calls whose claim was lost with a database. Returns false
 * when the call is not queued.
 */
export async function takeCallBack(
  db: Queryable,
  { organizationId, callId, nodeId }: HeldCall,
  dialed: DialedWith | null,
): Promise<boolean> {
  const { invite, trunkId = null } = dialed ?? {};
  const identity = [
    invite?.callId ?? null,
    invite?.branch ?? null,
    invite?.fromTag ?? null,
    invite?.cseq ?? null,
  ];
  return (await db.query(takeBack, [organizationId, callId, nodeId, trunkId, ...identity])).length > 0;
}
