import {
  canceledInQueue,
  type EndedReason,
  endCall,
  endCallIn,
  queuedOnly,
  recordEvent,
} from '../calls/index.ts';
import { giveProbeBack } from '../circuits/index.ts';
import { type Database, type Queryable, statement } from '../db/index.ts';
import type { DialableCall } from './dialable-call.ts';

const organizations = statement(
  'dialer.organizations',
  'select organizations_with_queue() as organization_id',
);
const claim = statement('dialer.claim', 'select claim_due_calls($1, $2, $3) as call_id');
const nextDue = statement(
  'dialer.next_due',
  `select extract(epoch from min(next_due_at(organization_id)) - clock_timestamp()) * 1000 as ms
   from organizations_with_queue() as organization_id`,
);
const hold = statement(
  'dialer.hold',
  `update calls set status = 'queued', node_id = null, due_at = $4, hold_reason = $5, sip_call_id = null,
     sip_branch = null, sip_from_tag = null, sip_cseq = null, dialing_at = null, agent_version = null, trunk_id = null
   where organization_id = $1 and call_id = $2 and node_id = $3 and status = 'dialing'
   returning stop_requested`,
);
const lastEvent = statement(
  'dialer.last_event',
  `select event_id, decision, reason from call_events where organization_id = $1 and call_id = $2
   order by event_id desc limit 1`,
);
const lengthen = statement(
  'dialer.lengthen_hold',
  `update call_events set until = $4, message = $5 where organization_id = $1 and call_id = $2 and event_id = $3`,
);
const claimed = statement(
  'dialer.claimed',
  `select stop_requested is not null as stopped from calls where organization_id = $1 and call_id = $2
     and node_id = $3 and status = 'dialing' and sip_branch = $4`,
);

interface HeldEvent {
  event_id: string;
  decision: string;
  reason: string;
}

type ClaimedCall = Pick<DialableCall, 'organizationId' | 'callId' | 'nodeId'>;

export async function organizationsWithQueue(db: Database): Promise<string[]> {
  const rows = await db.query<{ organization_id: string }>(organizations);
  return rows.map(({ organization_id }) => organization_id);
}

/** What a claim came to. */
export interface Claim {
  /** What may be dialed; nothing else may. */
  callIds: string[];
  /** Whether calls that met a limit of their trunk were taken out of the way of others, so that it is worth another look. */
  isCutShort: boolean;
}

/** Claims up to `max` due calls for this process. */
export async function claimDueCalls(
  db: Database,
  organizationId: string,
  nodeId: string,
  max: number,
): Promise<Claim> {
  const rows = await db.query<{ call_id: string | null }>(claim, [organizationId, nodeId, max]);
  const callIds = rows.flatMap(({ call_id }) => (call_id === null ? [] : [call_id]));
  return { callIds, isCutShort: callIds.length < rows.length };
}

/** Milliseconds until the next call becomes due that is not due yet; null: none is queued. */
export async function nextDueInMs(db: Database): Promise<number | null> {
  const [row] = await db.query<{ ms: string | null }>(nextDue);
  return row?.ms == null ? null : Number(row.ms);
}

/**
 * Puts a claimed call that was not dialed back into the queue; while the reason stays the same it is one hold that
 * lasts longer. One that was told to stop meanwhile is canceled.
 */
export async function holdCall(
  db: Database,
  call: ClaimedCall,
  { reason, message, untilMs }: { reason: string; message: string; untilMs: number },
): Promise<void> {
  const { organizationId, callId, nodeId } = call;
  await db.transaction(async (tx) => {
    const values = [organizationId, callId, nodeId, new Date(untilMs).toISOString(), reason];
    const [held] = await tx.query<{ stop_requested: string | null }>(hold, values);
    if (held) await giveProbeBack(tx, organizationId, callId);
    if (!held || (await cancelIfStopped(tx, organizationId, callId, held.stop_requested))) return;
    const until = new Date(untilMs).toISOString();
    const [last] = await tx.query<HeldEvent>(lastEvent, [organizationId, callId]);
    if (last?.decision === 'held' && last.reason === reason) {
      await tx.query(lengthen, [organizationId, callId, last.event_id, until, message]);
      return;
    }
    await recordEvent(tx, organizationId, callId, { decision: 'held', reason, message, until });
  });
}

/** Cancels a call that is back in the queue and was told to stop while it was claimed. */
export async function cancelIfStopped(
  tx: Queryable,
  organizationId: string,
  callId: string,
  requestId: string | null,
): Promise<boolean> {
  if (requestId === null) return false;
  const condition = { organizationId, callId, ...queuedOnly };
  return endCallIn(tx, condition, canceledInQueue(`by request ${requestId}`));
}

/** Ends a claimed call that must not be dialed at all. */
export async function refuseCall(
  db: Database,
  call: ClaimedCall,
  { endedReason, reason: refusal, message }: { endedReason: EndedReason; reason: string; message: string },
): Promise<void> {
  const { organizationId, callId, nodeId } = call;
  const condition = { organizationId, callId, from: ['dialing'] as const, nodeId };
  const endedBy = 'System ended the call';
  await endCall(db, condition, { status: 'ended', endedBy, endedReason, refusal, message });
}

/** Whether a claim still stands: asked again when sending the INVITE was delayed. Each claim has a branch of its own. */
export async function claimState(db: Database, call: DialableCall): Promise<'stands' | 'stopped' | 'gone'> {
  const { organizationId, callId, nodeId, invite } = call;
  const values = [organizationId, callId, nodeId, invite.branch];
  const [row] = await db.query<{ stopped: boolean }>(claimed, values);
  if (!row) return 'gone';
  return row.stopped ? 'stopped' : 'stands';
}
