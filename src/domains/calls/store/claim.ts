import {
  type Database,
  firstRow,
  type Queryable,
  readStatement,
  statement,
} from '../../../platform/db/index.ts';
import { enqueueSql } from '../../call-queue/index.ts';
import { giveNumberBackSql } from '../../numbers/index.ts';
import type { CallStatus } from '../state.ts';
import type { HeldCall } from './progress.ts';
import type { CallKey } from './read.ts';

/** SQL: why the unanswered outbound call `c` of organization `o` and campaign `k` may not be dialed, or null. */
export const stopCauseSql = `case when c.stop_requested is not null then 'requested' when o.dialing = 'off' then 'dialing-off'
  when k.status = 'ended' then 'campaign-ended'
  when exists (select from suppressions d where d.organization_id = c.organization_id
    and d.customer_number = c.customer_number) then 'number-suppressed'
  when k.status = 'paused' then 'campaign-paused' end`;

// A paused campaign stops no live call: `campaign-paused` is the last cause, so it is not returned here. `offset 0` keeps each
// call one lookup by its key. Without statistics, all calls of the organization were read for each.
const stops = readStatement(
  'calls.stops',
  `select c.organization_id, c.call_id, ${stopCauseSql} as cause
   from live_calls l cross join lateral (select * from calls e
       where e.organization_id = l.organization_id and e.call_id = l.call_id offset 0) c
     join organizations o on o.organization_id = c.organization_id
     left join campaigns k on k.organization_id = c.organization_id and k.campaign_id = c.campaign_id
   where l.node_id = $1 and c.node_id = $1
     and (c.stop_requested is not null or (c.type = 'outboundPhoneCall' and o.dialing = 'off')
       or (c.status in ('dialing', 'ringing') and c.type = 'outboundPhoneCall' and (k.status = 'ended' or exists (
         select from suppressions d where d.organization_id = c.organization_id
           and d.customer_number = c.customer_number))))`,
);

const heldBy = readStatement('calls.held_by', 'select call_id from live_calls where node_id = $1');

/** A live call of this process that must stop, and why. */
export interface StopRequest extends CallKey {
  cause: 'requested' | 'dialing-off' | 'campaign-ended' | 'campaign-paused' | 'number-suppressed';
}

/** Returns the ids of the calls that a process holds according to the database. */
export async function heldCallIds(db: Database, nodeId: string): Promise<Set<string>> {
  const rows = await db.query<{ call_id: string }>(heldBy, [nodeId]);
  return new Set(rows.map(({ call_id }) => call_id));
}

/**
 * Returns the live calls of a process that must stop: canceled ones, those of an organization that does not dial, unanswered
 * ones of an ended campaign, and those that ring a suppressed customer. A paused campaign only permits no further INVITE.
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

const doubtful = readStatement(
  'calls.doubtful',
  `select q.call_id from organizations o
     join queued_calls q on q.organization_id = o.organization_id and q.due_at <= $2
     join calls c on c.organization_id = q.organization_id and c.call_id = q.call_id
     left join campaigns k on k.organization_id = c.organization_id and k.campaign_id = c.campaign_id
   where o.organization_id = $1 and o.dialing = 'on' and (c.campaign_id = '' or k.status = 'running')
   order by q.priority desc, q.due_at, q.call_id limit least($3, (select max_concurrent_calls from organizations
     where organization_id = $1))`,
);

/**
 * Returns the queued calls that a lost process may have dialed before `untilAt` (RFC 3339): those that were due and next in
 * order, at most `max` and as many as the organization makes at one time.
 */
export async function doubtfulCalls(
  db: Queryable,
  organizationId: string,
  untilAt: string,
  max: number,
): Promise<string[]> {
  const rows = await db.query<{ call_id: string }>(doubtful, [organizationId, untilAt, max]);
  return rows.map(({ call_id }) => call_id);
}

const lockStatus = statement(
  'calls.lock',
  'select status from calls where organization_id = $1 and call_id = $2 for update',
);
const stop = statement(
  'calls.request_stop',
  `update calls set stop_requested = $3 where organization_id = $1 and call_id = $2`,
);

/** Locks a call and returns its status, or null when there is no such call. */
export async function lockCallStatus(
  tx: Queryable,
  organizationId: string,
  callId: string,
): Promise<CallStatus | null> {
  const [row] = await tx.query<{ status: CallStatus }>(lockStatus, [organizationId, callId]);
  return row?.status ?? null;
}

/** Asks the process of a live call to stop it. */
export async function requestStop(
  tx: Queryable,
  { organizationId, callId, requestId }: CallKey & { requestId: string },
): Promise<void> {
  await tx.query(stop, [organizationId, callId, requestId]);
}

/**
 * SQL that puts a claimed call back into the queue. $1 is the organization, $2 the call, $3 the process that claimed it.
 * `dueAt` and `holdReason` are SQL, in which `place_before` is the due time before the claim. Changes nothing when
 * the process no longer has the claim, or when an INVITE is on record: such a call is never put back. The call no longer
 * counts for its number.
 */
function requeueSql(dueAt: string, holdReason: string): string {
  return `with claimed as (
     select organization_id, coalesce(dial_number_id, phone_number_id) as number_id, dialing_at from calls
     where organization_id = $1 and call_id = $2 and node_id = $3 and status = 'dialing' and sip_dialog is null
     for update),
   moved as (
     update calls set status = 'queued', node_id = null, sip_call_id = null, sip_branch = null, sip_from_tag = null,
       sip_cseq = null, dialing_at = null, agent_version = null, trunk_id = null, dial_number_id = null,
       dial_number = null
     from claimed where calls.organization_id = $1 and call_id = $2 and node_id = $3 and status = 'dialing'
     returning campaign_id, priority, phone_number_id, schedule_id, local_presence, stop_requested),
   given_back as (${giveNumberBackSql('claimed')}),
   left_live as (delete from live_calls l using moved where l.organization_id = $1 and l.call_id = $2
     returning l.due_at),
   entered as (${enqueueSql(`select $1, $2, campaign_id, priority, ${dueAt}, phone_number_id, schedule_id, ${holdReason},
       local_presence
     from moved, (select (select due_at from left_live) as place_before) l`)})
   select stop_requested as "stopRequested" from moved`;
}

// If the hold is already over, the call keeps its place in the order.
const holdClaim = statement(
  'calls.hold_claimed',
  requeueSql('case when $4::timestamptz > dialer_now() then $4 else coalesce(place_before, $4) end', '$5'),
);
const release = statement(
  'calls.release_claimed',
  requeueSql('coalesce(place_before, dialer_now())', 'null'),
);

/** A call that is back in the queue. */
interface Requeued {
  /** The request that asked to stop the call while it was claimed, or null. */
  stopRequested: string | null;
}

/**
 * Puts a claimed call back into the queue until `untilAt` (RFC 3339). Returns null, and changes nothing, when another
 * process has the call, or an INVITE is on record.
 */
export function holdClaimed(
  tx: Queryable,
  { organizationId, callId, nodeId }: HeldCall,
  { untilAt, reason }: { untilAt: string; reason: string },
): Promise<Requeued | null> {
  return firstRow(tx, holdClaim, [organizationId, callId, nodeId, untilAt, reason]);
}

/** Puts a claimed call back to its place in the queue. Returns null as `holdClaimed` does. */
export function releaseClaimed(
  tx: Queryable,
  { organizationId, callId, nodeId }: HeldCall,
): Promise<Requeued | null> {
  return firstRow(tx, release, [organizationId, callId, nodeId]);
}

const claimed = `select ${stopCauseSql} as cause
   from calls c join organizations o on o.organization_id = c.organization_id
     left join campaigns k on k.organization_id = c.organization_id and k.campaign_id = c.campaign_id
   where c.organization_id = $1 and c.call_id = $2 and c.node_id = $3 and c.status = 'dialing' and c.sip_branch = $4
     and dialing_hold($3) is null`;
const stateOfClaim = readStatement('calls.claimed', claimed);
const asking = statement(
  'calls.asking',
  'update live_calls set asking = true where organization_id = $1 and call_id = any($2) and node_id = $3',
);
const permit = statement(
  'calls.permit_asked',
  `with valid as materialized (${claimed} for update of c),
   permitted as (
     update live_calls l set asking = false from valid
     where l.organization_id = $1 and l.call_id = $2 and l.node_id = $3 and valid.cause is null returning 1)
   select cause from valid where cause is not null or exists (select from permitted)`,
);

/** A call with its claim: each claim has a branch of its own. */
type ClaimedCall = HeldCall & { invite: { branch: string } };

/** Whether a claim permits the INVITE: `valid`, `lost` when another claim took its place, else the cause that stops the call. */
export type ClaimState = 'valid' | 'lost' | StopRequest['cause'];

/** Returns whether a claim still permits the INVITE. Asked again when sending the INVITE was delayed. */
export async function claimState(db: Database, call: ClaimedCall): Promise<ClaimState> {
  return stateBy(db, stateOfClaim, call);
}

/**
 * Marks claimed calls for which the eligibility webhook is being asked. They are not dialed before `permitAsked`
 * returns `valid`, so no telephone rings for them if the process dies meanwhile.
 */
export async function noteAsking(db: Database, calls: readonly HeldCall[]): Promise<void> {
  const [first] = calls;
  if (first === undefined) return;
  await db.query(asking, [first.organizationId, calls.map(({ callId }) => callId), first.nodeId]);
}

/** Returns the state of the claim of a marked call. Removes the mark when the claim is valid. */
export async function permitAsked(db: Database, call: ClaimedCall): Promise<ClaimState> {
  return stateBy(db, permit, call);
}

async function stateBy(
  db: Database,
  sql: typeof permit,
  { organizationId, callId, nodeId, invite }: ClaimedCall,
): Promise<ClaimState> {
  const values = [organizationId, callId, nodeId, invite.branch];
  const [row] = await db.query<{ cause: StopRequest['cause'] | null }>(sql, values);
  return row ? (row.cause ?? 'valid') : 'lost';
}
