import {
  type Database,
  firstRow,
  type Queryable,
  readStatement,
  statement,
} from '../../platform/db/index.ts';

/** The channel of notifications about web calls. They carry nothing, because every process looks after its own. */
export const webCallChannel = 'parley_web_calls';
const notify = `pg_notify('${webCallChannel}', '')`;

/** The most calls of one visitor at the same time. */
const callsOfVisitorMax = 3;

/** A visitor's offer of a call. */
export interface WebCallOffer {
  organizationId: string;
  callId: string;
  agentId: string;
  /** Identifies the visitor's network for the limit, without its address. */
  visitor: string;
  /** The origin of the page. */
  origin: string;
  offer: string;
}

/** An offer with what it is for: a call of a visitor, or a member's browser call without a record in `calls`. */
export interface ClaimedOffer extends WebCallOffer {
  isBrowserCall: boolean;
}

interface WebCallKey {
  organizationId: string;
  callId: string;
}

const lockVisitor = statement(
  'web_calls.lock_visitor',
  "select pg_advisory_xact_lock(hashtextextended('web calls ' || $1 || ' ' || $2, 0))",
);
const insert = statement(
  'web_calls.offer',
  `with offered as (
     insert into web_calls (organization_id, call_id, agent_id, visitor, origin, offer)
     select $1, $2, $3, $4, $5, $6
     where (select count(*) from web_calls where organization_id = $1 and visitor = $4) < ${callsOfVisitorMax}
     returning 1)
   select ${notify} from offered`,
);
/** SQL: whether an offer waits for a process. One that none has claimed in time is not wanted any more. */
const isOffered = `state in ('offered', 'browser-offered') and created_at > clock_timestamp() - interval '10 seconds'`;
// The process that claims an offer needs no stored copy, which names addresses of the visitor.
const claim = statement(
  'web_calls.claim',
  `with found as materialized (
     select organization_id, call_id, offer, state from web_calls
     where ${isOffered} and not exists (select from nodes where node_id = $1 and fenced_at is not null)
     order by created_at limit $2 for update skip locked)
   update web_calls w set state = 'claimed', node_id = $1, offer = '' from found f
   where w.organization_id = f.organization_id and w.call_id = f.call_id
   returning w.organization_id as "organizationId", w.call_id as "callId", w.agent_id as "agentId", w.visitor, w.origin, f.offer,
     f.state = 'browser-offered' as "isBrowserCall"`,
);
const countOffered = readStatement(
  'web_calls.offered',
  `select count(*)::int as offers from (select 1 from web_calls where ${isOffered} limit $1) o`,
);
const answer = statement(
  'web_calls.answer',
  `update web_calls set state = 'answered', answer = $4
   where organization_id = $1 and call_id = $2 and node_id = $3 and state = 'claimed' and not is_hung_up returning 1`,
);
const refuse = statement(
  'web_calls.refuse',
  `update web_calls set state = 'refused', refusal = $4
   where organization_id = $1 and call_id = $2 and node_id = $3 and state = 'claimed' returning 1`,
);
const insertBrowserCall = statement(
  'web_calls.offer_browser_call',
  `with offered as (
     insert into web_calls (organization_id, call_id, agent_id, visitor, origin, offer, state)
     values ($1, $2, $3, $2, '', $4, 'browser-offered') returning 1)
   select ${notify} from offered`,
);
const selectBrowserAnswer = readStatement(
  'web_calls.answer_of_browser_call',
  `select w.state, w.answer, n.audio_address as address, n.audio_token as token
   from web_calls w left join nodes n on n.node_id = w.node_id
   where w.organization_id = $1 and w.call_id = $2`,
);
const forget = statement(
  'web_calls.forget',
  'delete from web_calls where organization_id = $1 and call_id = $2 returning 1',
);
const selectAnswer = readStatement(
  'web_calls.answer_of',
  'select state, answer, refusal from web_calls where organization_id = $1 and call_id = $2',
);
const withdraw = statement(
  'web_calls.withdraw',
  `delete from web_calls where organization_id = $1 and call_id = $2 and state in ('offered', 'refused') returning 1`,
);
const hangUp = statement(
  'web_calls.hang_up',
  `with changed as (
     update web_calls set is_hung_up = true
     where organization_id = $1 and call_id = $2 and not is_hung_up returning 1)
   select ${notify} from changed`,
);
const hungUp = readStatement(
  'web_calls.hung_up',
  'select call_id as "callId" from web_calls where node_id = $1 and is_hung_up',
);
// The visitor's request reads a refusal and removes it.
const remove = statement(
  'web_calls.remove',
  `delete from web_calls where organization_id = $1 and call_id = $2 and node_id = $3 and state <> 'refused' returning 1`,
);

/** Removes what lost processes and visitors left behind. A call of a dead process is settled by its record. */
export const expiredWebCalls = statement(
  'web_calls.expired',
  `delete from web_calls where (organization_id, call_id) in (
     select w.organization_id, w.call_id from web_calls w
     where w.created_at < clock_timestamp() - interval '1 minute' and (w.state in ('offered', 'browser-offered', 'refused')
       or not exists (select from live_calls l where l.organization_id = w.organization_id and l.call_id = w.call_id))
     limit 5000) returning 1`,
);

/** Stores an offer and wakes the processes that carry calls. Returns false when the visitor has too many calls. */
export function offerWebCall(db: Database, call: WebCallOffer): Promise<boolean> {
  const { organizationId, callId, agentId, visitor, origin, offer } = call;
  return db.transaction(async (tx) => {
    // Otherwise offers of the same moment would not count each other.
    await tx.query(lockVisitor, [organizationId, visitor]);
    const stored = await tx.query(insert, [organizationId, callId, agentId, visitor, origin, offer]);
    return stored.length > 0;
  });
}

/** Stores the offer of a browser call and wakes the processes that carry calls. */
export async function insertBrowserOffer(
  db: Queryable,
  { organizationId, callId, agentId, offer }: Pick<WebCallOffer, 'agentId' | 'offer'> & WebCallKey,
): Promise<void> {
  await db.query(insertBrowserCall, [organizationId, callId, agentId, offer]);
}

/** The answer to a browser call, with where the process that carries it is reached. */
interface BrowserAnswer {
  state: string;
  answer: string | null;
  address: string | null;
  token: string | null;
}

export function findBrowserAnswer(
  db: Queryable,
  { organizationId, callId }: WebCallKey,
): Promise<BrowserAnswer | null> {
  return firstRow(db, selectBrowserAnswer, [organizationId, callId]);
}

/** Removes an offer in any state. A process that has claimed it finds that its answer is not wanted. */
export async function forgetWebCall(db: Queryable, { organizationId, callId }: WebCallKey): Promise<void> {
  await db.query(forget, [organizationId, callId]);
}

/** Claims up to `max` offers for a process, the oldest first. */
export function claimWebCalls(db: Queryable, nodeId: string, max: number): Promise<ClaimedOffer[]> {
  return db.query<ClaimedOffer>(claim, [nodeId, max]);
}

/** Returns how many offers wait for a process, `max` at most. */
export async function countOffers(db: Queryable, max: number): Promise<number> {
  const [row] = await db.query<{ offers: number }>(countOffered, [max]);
  return row!.offers;
}

/** Stores the answer for the visitor. Returns false when the visitor has given up. */
export async function answerWebCall(
  db: Queryable,
  { organizationId, callId, nodeId }: WebCallKey & { nodeId: string },
  sdp: string,
): Promise<boolean> {
  return (await db.query(answer, [organizationId, callId, nodeId, sdp])).length > 0;
}

/** Stores why the call is not answered. */
export async function refuseWebCall(
  db: Queryable,
  { organizationId, callId, nodeId }: WebCallKey & { nodeId: string },
  refusal: WebCallRefusal,
): Promise<void> {
  await db.query(refuse, [organizationId, callId, nodeId, refusal]);
}

/** Why a call is not answered: no free line, an agent that cannot speak, or an agent that is gone. */
export type WebCallRefusal = 'busy' | 'agent-unusable' | 'agent-gone';

interface WebCallState {
  state: 'offered' | 'claimed' | 'answered' | 'refused';
  answer: string | null;
  refusal: WebCallRefusal | null;
}

export function findWebCallAnswer(
  db: Queryable,
  { organizationId, callId }: WebCallKey,
): Promise<WebCallState | null> {
  return firstRow(db, selectAnswer, [organizationId, callId]);
}

/** Removes an offer that is not claimed, or was refused. */
export async function withdrawWebCall(
  db: Queryable,
  { organizationId, callId }: WebCallKey,
): Promise<boolean> {
  return (await db.query(withdraw, [organizationId, callId])).length > 0;
}

/** Asks the process that carries the call to end it, because the visitor hangs up. */
export async function hangUpWebCall(db: Queryable, { organizationId, callId }: WebCallKey): Promise<void> {
  await db.query(hangUp, [organizationId, callId]);
}

/** Returns the calls of a process whose visitors have hung up. */
export async function hungUpWebCalls(db: Queryable, nodeId: string): Promise<string[]> {
  return (await db.query<{ callId: string }>(hungUp, [nodeId])).map(({ callId }) => callId);
}

/** Removes a call that is over, so that it counts for its visitor no more. */
export async function removeWebCall(
  db: Queryable,
  { organizationId, callId, nodeId }: WebCallKey & { nodeId: string },
): Promise<void> {
  await db.query(remove, [organizationId, callId, nodeId]);
}
