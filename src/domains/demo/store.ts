import { firstRow, type Queryable, readStatement, statement } from '../../platform/db/index.ts';
import type { MadeCall } from './made-calls.ts';

/** The demo organization. */
export interface StoredDemo {
  organizationId: string;
  /** Until when it has calls. */
  untilMs: number;
}

const lock = statement('demo.lock', "select pg_advisory_xact_lock(hashtextextended('parley_demo', 0))");
const find = readStatement(
  'demo.find',
  `select organization_id as "organizationId", (extract(epoch from demo_until) * 1000)::float8 as "untilMs"
   from organizations where demo_until is not null order by organization_id limit 1`,
);
// Calls are kept for the week that it shows.
const begin = statement(
  'demo.begin',
  'update organizations set demo_until = to_timestamp($2 / 1000.0), calls_days = 8, updated_at = now() where organization_id = $1',
);
// Never earlier: the clocks of processes differ, and a call that is there already cannot be made again.
const setUntil = statement(
  'demo.set_until',
  `update organizations set demo_until = greatest(demo_until, to_timestamp($2 / 1000.0)), updated_at = now()
   where organization_id = $1`,
);
const insertNumber = statement(
  'demo.insert_number',
  `insert into phone_numbers (organization_id, phone_number_id, phone_number, inbound_agent_id, local_presence,
     external_id_header, created_at, updated_at)
   values ($1, $2, $3, $4, false, 'X-External-ID', now(), now())`,
);
const number = readStatement(
  'demo.number',
  `select phone_number_id as "phoneNumberId", phone_number as "phoneNumber" from phone_numbers
   where organization_id = $1 order by phone_number_id limit 1`,
);
const agents = readStatement(
  'demo.agents',
  `select a.agent_id as "agentId", a.name, coalesce(c.campaign_id, '') as "campaignId"
   from agents a left join campaigns c using (organization_id, agent_id) where a.organization_id = $1`,
);
const insertCampaign = statement(
  'demo.insert_campaign',
  `insert into campaigns (organization_id, campaign_id, agent_id, name, created_at, updated_at)
   values ($1, $2, $3, $4, to_timestamp($5 / 1000.0), now())`,
);
const insertCalls = statement(
  'demo.insert_calls',
  `insert into calls (organization_id, call_id, agent_id, agent_version, campaign_id, type, status, customer_number,
     phone_number_id, agent_number, variables, dialing_at, ringing_at, started_at, answered_by, transcript, turns, latency,
     summary, analysis, qa, usage, created_at)
   select $1, r->>'id', r->>'agentId', 1, r->>'campaignId', r->>'type', 'in-progress', r->>'customer', $3, $4,
     r->'variables', (r->>'createdAt')::timestamptz, (r->>'createdAt')::timestamptz, (r->>'startedAt')::timestamptz,
     nullif(r->>'answeredBy', '')::json, r->'transcript', r->'turns', nullif(r->>'latency', '')::json, r->>'summary',
     nullif(r->>'analysis', '')::json, nullif(r->>'qa', '')::json, r->'usage', (r->>'createdAt')::timestamptz
   from json_array_elements($2) as r`,
);
// The triggers of ends count the calls and keep what lists are filtered by.
const endCalls = statement(
  'demo.end_calls',
  `with given as (select r from json_array_elements($2) as r),
   ended as (
     update calls c set status = 'ended', ended_at = (r->>'endedAt')::timestamptz, ended_by = r->>'endedBy',
       ended_reason = r->>'endedReason', sip_code = (r->>'sipCode')::int, sip_reason = r->>'sipReason',
       cost = nullif(r->>'cost', '')::json, price_version = 1,
       analysis_status = case when r->>'summary' is not null then 'done' end, analysis_agent_version = 1
     from given where c.organization_id = $1 and c.call_id = r->>'id'),
   spoken as (
     insert into spoken_calls (organization_id, created_at, call_id, agent_id)
     select $1, (r->>'createdAt')::timestamptz, r->>'id', r->>'agentId' from given where r->>'latency' is not null)
   insert into call_events (organization_id, call_id, at, decision, reason, message)
   select $1, r->>'id', (r->>(s.time))::timestamptz, s.decision,
     coalesce(s.reason, r->>'endedReason'),
     coalesce(s.message, 'The trunk answered ' || (r->>'sipCode') || ' ' || (r->>'sipReason') || '.', r->>'endedBy' || '.')
   from given cross join (values
     ('createdAt', 'outboundPhoneCall', 'dialed', 'invite-sent', 'The customer was called.'),
     ('createdAt', 'inboundPhoneCall', 'received', 'invite-received', 'A call came in.'),
     ('startedAt', null, 'answered', 'answered', 'The call was answered.'),
     ('endedAt', null, 'ended', null, null)) as s (time, type, decision, reason, message)
   where r->>(s.time) is not null and (s.type is null or s.type = r->>'type')`,
);
const addUp = statement('demo.add_up', 'select add_up_call_changes(10000)');
const welcome = statement(
  'demo.welcome',
  `insert into members (organization_id, member_id, name, role) values ($1, $2, $3, 'Viewer')
   on conflict (organization_id, member_id) do nothing`,
);

/** Waits until no other process makes or fills the demo, until the transaction ends. */
export async function lockDemo(tx: Queryable): Promise<void> {
  await tx.query(lock);
}

export function findDemo(db: Queryable): Promise<StoredDemo | null> {
  return firstRow(db, find, []);
}

/** Turns a new organization into the demo, with calls from `fromMs` on still to come. */
export async function beginDemo(tx: Queryable, organizationId: string, fromMs: number): Promise<void> {
  await tx.query(begin, [organizationId, fromMs]);
}

export async function setDemoUntil(tx: Queryable, organizationId: string, untilMs: number): Promise<void> {
  await tx.query(setUntil, [organizationId, untilMs]);
}

export async function insertDemoNumber(
  tx: Queryable,
  organizationId: string,
  given: { phoneNumberId: string; phoneNumber: string; inboundAgentId: string },
): Promise<void> {
  const { phoneNumberId, phoneNumber, inboundAgentId } = given;
  await tx.query(insertNumber, [organizationId, phoneNumberId, phoneNumber, inboundAgentId]);
}

export async function insertDemoCampaign(
  tx: Queryable,
  organizationId: string,
  {
    campaignId,
    agentId,
    name,
    fromMs,
  }: { campaignId: string; agentId: string; name: string; fromMs: number },
): Promise<void> {
  await tx.query(insertCampaign, [organizationId, campaignId, agentId, name, fromMs]);
}

/** Returns the agents by name, each with its campaign. */
export function demoAgentsOf(
  tx: Queryable,
  organizationId: string,
): Promise<{ agentId: string; name: string; campaignId: string }[]> {
  return tx.query(agents, [organizationId]);
}

/** Stores calls that are over. */
export async function insertDemoCalls(
  tx: Queryable,
  organizationId: string,
  calls: readonly MadeCall[],
): Promise<void> {
  const own = await firstRow<{ phoneNumberId: string; phoneNumber: string }>(tx, number, [organizationId]);
  const text = JSON.stringify(calls);
  await tx.query(insertCalls, [organizationId, text, own?.phoneNumberId ?? '', own?.phoneNumber ?? '']);
  await tx.query(endCalls, [organizationId, text]);
  await tx.query(addUp);
}

/** Lets a member of another organization look around. */
export async function welcomeVisitor(
  tx: Queryable,
  organizationId: string,
  { memberId, name }: { memberId: string; name: string | null },
): Promise<void> {
  await tx.query(welcome, [organizationId, memberId, name]);
}
