import { type Queryable, readStatement, type Statement } from '../../platform/db/index.ts';
import type { PageRequest } from '../../platform/http/index.ts';
import { type CallRow, callColumns, callTables } from './rows.ts';
import type { CallFilters } from './schemas.ts';

const selectOne = readStatement(
  'calls.get',
  `select ${callColumns} from ${callTables} where c.organization_id = $1 and c.call_id = $2`,
);
export async function findCall(
  db: Queryable,
  organizationId: string,
  callId: string,
): Promise<CallRow | null> {
  const [row] = await db.query<CallRow>(selectOne, [organizationId, callId]);
  return row ?? null;
}

/** Further conditions on the record `c`, besides those of the index. */
const conditions = `($4::text is null or c.type = $4) and ($6::text is null or c.agent_id = $6)
  and ($7::text is null or c.campaign_id = $7) and ($8::text is null or c.customer_number = $8)
  and ($9::timestamptz is null or c.created_at > $9) and ($10::timestamptz is null or c.created_at < $10)`;

/**
 * One statement for each leading column, so that each has a plan with the right index. The other filters are conditions
 * on top.
 */
const byRecord = {
  campaign: listBy('campaign', 'c.campaign_id = $7 and'),
  agent: listBy('agent', 'c.agent_id = $6 and'),
  customer: listBy('customer', 'c.customer_number = $8 and'),
  all: listBy('all', ''),
};

function listBy(name: string, leading: string) {
  return readStatement(
    `calls.list_by_${name}`,
    `select ${callColumns} from ${callTables}
     where c.organization_id = $1 and ${leading} c.call_id < $2 and ($3::text[] is null or c.status = any($3))
       and ${conditions}
     order by c.call_id desc limit $5`,
  );
}

/**
 * Reads a page of calls of a status from the table of that status, at the same cost however many other calls there are.
 * The records are read one by one (`offset 0`), the fastest way for a page.
 */
function pageOf(table: string, leading: string): string {
  return `select s.call_id from ${table} s cross join lateral (
      select status, type, agent_id, campaign_id, customer_number, created_at from calls
      where organization_id = s.organization_id and call_id = s.call_id offset 0) c
    where s.organization_id = $1 ${leading} and s.call_id < $2 and c.status = any($3) and ${conditions}
    order by s.call_id desc limit $5`;
}

const ofEnded = {
  campaign: listOf('ended_by_campaign', pageOfEnded('and s.campaign_id = $7')),
  agent: listOf('ended_by_agent', pageOfEnded('and s.agent_id = $6')),
  all: listOf('ended_by_all', pageOfEnded('')),
};

function pageOfEnded(leading: string): string {
  return pageOf('ended_calls', `${leading} and s.status = ($3::text[])[1]`);
}

const pageOfLive = pageOf('live_calls', '');
/** A page of the queue, with the calls that are being dialed. */
const ofQueued = {
  campaign: listOfQueued('campaign', pageOf('queued_calls', 'and s.campaign_id = $7')),
  // One page from each campaign of the agent, and one of its calls without a campaign.
  agent: listOfQueued(
    'agent',
    `select w.call_id from (
       select campaign_id from campaigns where organization_id = $1 and agent_id = $6 union all select '') k
     cross join lateral (${pageOf('queued_calls', 'and s.campaign_id = k.campaign_id')}) w`,
  ),
  all: listOfQueued('all', pageOf('queued_calls', '')),
};

function listOfQueued(name: string, page: string) {
  return listOf(`queued_by_${name}`, `(${page}) union all (${pageOfLive})`);
}

function listOf(name: string, source: string) {
  return readStatement(
    `calls.list_${name}`,
    `select ${callColumns} from (${source}) s
       cross join lateral (select * from calls where organization_id = $1 and call_id = s.call_id offset 0) c
       left join campaigns k on k.organization_id = c.organization_id and k.campaign_id = c.campaign_id
       left join queued_calls q on q.organization_id = c.organization_id and q.call_id = c.call_id
     order by s.call_id desc limit $5`,
  );
}

const ofLive = listOf('live', pageOfLive);

/** Sorts after every call id. */
const afterAllIds = 'calm';

/** Returns one row more than the page, newest first. */
export async function selectCalls(
  db: Queryable,
  organizationId: string,
  filters: Omit<CallFilters, 'pageSize' | 'pageToken'>,
  page: PageRequest,
): Promise<CallRow[]> {
  const { status, type, agentId, campaignId, customerNumber, createdAtGt, createdAtLt } = filters;
  return db.query<CallRow>(listFor(filters), [
    organizationId,
    page.after?.id ?? afterAllIds,
    status === undefined ? null : status === 'queued' ? ['queued', 'dialing'] : [status],
    type ?? null,
    page.size + 1,
    agentId ?? null,
    campaignId ?? null,
    customerNumber ?? null,
    createdAtGt ?? null,
    createdAtLt ?? null,
  ]);
}

/** Returns the statement for the filters. A customer has few calls, whatever their status. */
function listFor({ status, agentId, campaignId, customerNumber }: CallFilters): Statement {
  const narrowed = customerNumber ? 'customer' : campaignId ? 'campaign' : agentId ? 'agent' : 'all';
  if (status === undefined || narrowed === 'customer') return byRecord[narrowed];
  if (status === 'queued') return ofQueued[narrowed];
  if (status === 'ended' || status === 'canceled') return ofEnded[narrowed];
  return ofLive;
}
