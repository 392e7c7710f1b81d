import {
  type CallWriter,
  canceledBeforeDialing,
  type EndedReason,
  endCallIn,
  holdClaimed,
  queuedOnly,
  recordHold,
} from '../../domains/calls/index.ts';
import { giveProbeBack, noteCampaignFailure } from '../../domains/circuits/index.ts';
import { type Database, type Queryable, readStatement, statement } from '../../platform/db/index.ts';
import type { DialableCall } from './dialable-call.ts';

const organizations = readStatement(
  'dialer.organizations',
  'select organization_id from organizations_to_dial()',
);
const claim = statement('dialer.claim', 'select claim_due_calls($1, $2, $3) as call_id');
// Calls that became due within the last 20 ms may have missed the previous pass. Calls that have been due for longer wait
// for something else. A trunk that used up its calls of one second takes the next when the last that counts is a second old.
const nextDue = readStatement(
  'dialer.next_due',
  `select extract(epoch from min(n.at) - dialer_now()) * 1000 as ms from (
     select min(l.first_due_at) as at
     from dial_lanes l left join campaigns k on k.organization_id = l.organization_id and k.campaign_id = l.campaign_id
     where l.first_due_at > (select dialer_now()) - interval '20 milliseconds' and (l.campaign_id = '' or k.status = 'running')
     union all
     select min(f.at) from trunk_rates r
       join trunks t on t.organization_id = r.organization_id and t.trunk_id = r.trunk_id
       cross join lateral (select at + interval '1 second' as at from unnest(r.let_through) as at
         order by at desc offset greatest(t.max_calls_per_second - 1, 0) limit 1) f
     where f.at > (select dialer_now()) - interval '50 milliseconds' and exists (
       select from dial_lanes l left join campaigns k
         on k.organization_id = l.organization_id and k.campaign_id = l.campaign_id
       where l.organization_id = r.organization_id and l.first_due_at <= (select dialer_now())
         and (l.campaign_id = '' or k.status = 'running'))) n`,
);

type ClaimedCall = Pick<DialableCall, 'organizationId' | 'callId' | 'nodeId'>;

interface Hold {
  reason: string;
  message: string;
  untilMs: number;
  failedCampaignId?: string | null;
}

/** Returns the organizations whose queues may have something to do. */
export async function organizationsToDial(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ organization_id: string }>(organizations);
  return rows.map((row) => row.organization_id);
}

/** The result of a claim. */
interface Claim {
  /** The only calls that may be dialed. */
  callIds: string[];
  /** Whether another claim may find more: it left room, but held calls that could not be dialed, or met empty lanes. */
  isCutShort: boolean;
}

/** Claims up to `max` due calls for this process, in fair order. */
export async function claimDueCalls(
  db: Queryable,
  organizationId: string,
  nodeId: string,
  max: number,
): Promise<Claim> {
  const rows = await db.query<{ call_id: string | null }>(claim, [organizationId, nodeId, max]);
  const callIds = rows.flatMap(({ call_id }) => (call_id === null ? [] : [call_id]));
  return { callIds, isCutShort: callIds.length < rows.length };
}

/**
 * Returns the milliseconds until a lane without due calls may have one: negative when that was a moment ago, `null` when
 * there is none. May be earlier than the next call, because a lane that was just emptied is checked again soon.
 */
export async function nextDueInMs(db: Queryable): Promise<number | null> {
  const [row] = await db.query<{ ms: string | null }>(nextDue);
  return row?.ms == null ? null : Number(row.ms);
}

/**
 * Puts a claimed call that was not dialed back into the queue, or cancels it when a stop was requested meanwhile. A hold
 * for the same reason extends the last one. `failedCampaignId` is the campaign whose circuit counts a failure. Returns
 * false, and changes nothing, when another process has the call or an INVITE is on record.
 */
export async function holdCall(
  db: Database,
  call: ClaimedCall,
  { reason, message, untilMs, failedCampaignId }: Hold,
): Promise<boolean> {
  const { organizationId, callId } = call;
  return db.transaction(async (tx) => {
    const untilAt = new Date(untilMs).toISOString();
    const held = await holdClaimed(tx, call, { untilAt, reason });
    if (!held) return false;
    // The failure first: a circuit that the call tried stays open for its whole time.
    if (failedCampaignId != null) await noteCampaignFailure(tx, organizationId, callId, failedCampaignId);
    await giveProbeBack(tx, organizationId, callId);
    if (await cancelIfStopped(tx, organizationId, callId, held.stopRequested)) return true;
    await recordHold(tx, organizationId, callId, { reason, message, until: untilAt });
    return true;
  });
}

/** Cancels a call that is back in the queue when a request stopped it while it was claimed. */
export async function cancelIfStopped(
  tx: Queryable,
  organizationId: string,
  callId: string,
  requestId: string | null,
): Promise<boolean> {
  if (requestId === null) return false;
  const condition = { organizationId, callId, ...queuedOnly };
  return endCallIn(tx, condition, canceledBeforeDialing(`by request ${requestId}`));
}

/** Ends a claimed call that must never be dialed. */
export async function refuseCall(
  writer: CallWriter,
  call: ClaimedCall,
  { endedReason, reason: refusal, message }: { endedReason: EndedReason; reason: string; message: string },
): Promise<void> {
  const { organizationId, callId, nodeId } = call;
  const condition = { organizationId, callId, from: ['dialing'] as const, nodeId };
  const endedBy = 'System ended the call';
  await writer.end(condition, { status: 'ended', endedBy, endedReason, refusal, message });
}
