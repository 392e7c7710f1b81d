import {
  canceledBeforeDialing,
  type EndedReason,
  endCall,
  endCallIn,
  queuedOnly,
  recordEvent,
  type StopRequest,
  stopCauseSql,
} from '../../domains/calls/index.ts';
import { giveProbeBack, noteCampaignFailure } from '../../domains/circuits/index.ts';
import { type Database, type Queryable, readStatement, statement } from '../../platform/db/index.ts';
import type { DialableCall } from './dialable-call.ts';
import { requeueSql } from './requeue.ts';

const organizations = statement(
  'dialer.organizations',
  'select organization_id from organizations_to_dial()',
);
const claim = statement('dialer.claim', 'select claim_due_calls($1, $2, $3) as call_id');
// What became due a moment ago may have done so after the last look at the queue; what has been due for longer waits for
// something else.
// So it is with a trunk whose calls of one second are used up: the next goes when the last that counts is a second old.
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
// A hold that is over at once leaves the call its place in the order.
const hold = statement(
  'dialer.hold',
  requeueSql('case when $4::timestamptz > dialer_now() then $4 else coalesce(place_before, $4) end', '$5'),
);
const lastEvent = readStatement(
  'dialer.last_event',
  `select event_id, decision, reason from call_events where organization_id = $1 and call_id = $2
   order by event_id desc limit 1`,
);
const lengthen = statement(
  'dialer.lengthen_hold',
  `update call_events set until = $4, message = $5 where organization_id = $1 and call_id = $2 and event_id = $3`,
);
const claimed = `select ${stopCauseSql} as cause
   from calls c join organizations o on o.organization_id = c.organization_id
     left join campaigns k on k.organization_id = c.organization_id and k.campaign_id = c.campaign_id
   where c.organization_id = $1 and c.call_id = $2 and c.node_id = $3 and c.status = 'dialing' and c.sip_branch = $4`;
const stateOfClaim = readStatement('dialer.claimed', claimed);
const asking = statement(
  'dialer.asking',
  'update live_calls set asking = true where organization_id = $1 and call_id = any($2) and node_id = $3',
);
const permit = statement(
  'dialer.permit_asked',
  `with stands as materialized (${claimed} for update of c),
   permitted as (
     update live_calls l set asking = false from stands
     where l.organization_id = $1 and l.call_id = $2 and l.node_id = $3 and stands.cause is null returning 1)
   select cause from stands where cause is not null or exists (select from permitted)`,
);

interface HeldEvent {
  event_id: string;
  decision: string;
  reason: string;
}

type ClaimedCall = Pick<DialableCall, 'organizationId' | 'callId' | 'nodeId'>;

interface Hold {
  reason: string;
  message: string;
  untilMs: number;
  failedCampaignId?: string | null;
}

/** The organizations whose queues are worth a look. */
export async function organizationsToDial(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ organization_id: string }>(organizations);
  return rows.map((row) => row.organization_id);
}

/** What a claim came to. */
interface Claim {
  /** What may be dialed; nothing else may. */
  callIds: string[];
  /**
   * Whether it left room although there was more to look at, so that it is worth another look: calls that could
   * not be dialed were taken out of the way of others, or many lanes had nothing.
   */
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
 * Milliseconds until a lane without due calls may have one, below 0 where that was a moment ago; null: there is none. A lane that had its last due call taken
 * is looked at again soon, so this may be earlier than the next call.
 */
export async function nextDueInMs(db: Queryable): Promise<number | null> {
  const [row] = await db.query<{ ms: string | null }>(nextDue);
  return row?.ms == null ? null : Number(row.ms);
}

/**
 * Puts a claimed call that was not dialed back into the queue; while the reason stays the same it is one hold that
 * lasts longer. One that was told to stop meanwhile is canceled. `failedCampaignId` names the campaign whose circuit counts
 * it as a failure. False where nothing was put back: the call is another's, or an INVITE of it is on record.
 */
export async function holdCall(
  db: Database,
  call: ClaimedCall,
  { reason, message, untilMs, failedCampaignId }: Hold,
): Promise<boolean> {
  const { organizationId, callId, nodeId } = call;
  return db.transaction(async (tx) => {
    const values = [organizationId, callId, nodeId, new Date(untilMs).toISOString(), reason];
    const [held] = await tx.query<{ stop_requested: string | null }>(hold, values);
    // The failure before that: a circuit that the call tried stays open for its whole time.
    if (held && failedCampaignId != null)
      await noteCampaignFailure(tx, organizationId, callId, failedCampaignId);
    if (held) await giveProbeBack(tx, organizationId, callId);
    if (!held) return false;
    if (await cancelIfStopped(tx, organizationId, callId, held.stop_requested)) return true;
    const until = new Date(untilMs).toISOString();
    const [last] = await tx.query<HeldEvent>(lastEvent, [organizationId, callId]);
    if (last?.decision === 'held' && last.reason === reason) {
      await tx.query(lengthen, [organizationId, callId, last.event_id, until, message]);
      return true;
    }
    await recordEvent(tx, organizationId, callId, { decision: 'held', reason, message, until });
    return true;
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
  return endCallIn(tx, condition, canceledBeforeDialing(`by request ${requestId}`));
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

/** Whether a claim permits the INVITE: `gone` where another one took its place, else why it does not. */
type ClaimState = 'stands' | 'gone' | StopRequest['cause'];

/** Whether a claim still stands: asked again when sending the INVITE was delayed. Each claim has a branch of its own. */
export async function claimState(db: Database, call: DialableCall): Promise<ClaimState> {
  const { organizationId, callId, nodeId, invite } = call;
  const values = [organizationId, callId, nodeId, invite.branch];
  return stateOf(await db.query<{ cause: StopRequest['cause'] | null }>(stateOfClaim, values));
}

/**
 * Puts on record that somebody is asked about claimed calls, none of which is dialed until `permitAsked` says that its
 * claim stands: so it is certain of those whose process dies meanwhile that nobody's telephone rang.
 */
export async function noteAsking(db: Database, calls: readonly ClaimedCall[]): Promise<void> {
  const [first] = calls;
  if (first === undefined) return;
  await db.query(asking, [first.organizationId, calls.map(({ callId }) => callId), first.nodeId]);
}

/** The same as `claimState`, for a call that somebody was asked about; where it stands, the record says so. */
export async function permitAsked(db: Database, call: DialableCall): Promise<ClaimState> {
  const { organizationId, callId, nodeId, invite } = call;
  const values = [organizationId, callId, nodeId, invite.branch];
  return stateOf(await db.query<{ cause: StopRequest['cause'] | null }>(permit, values));
}

function stateOf([row]: { cause: StopRequest['cause'] | null }[]): ClaimState {
  return row ? (row.cause ?? 'stands') : 'gone';
}
