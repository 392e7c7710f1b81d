import { type Queryable, statement } from '../db/index.ts';
import type { PageRequest } from '../http/index.ts';
import { type CallRow, callColumns, callTables } from './rows.ts';
import type { CallFilters } from './schemas.ts';

const selectOne = statement(
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

/**
 * One statement for each leading column that a filter narrows by, so that each has a plan with the right index;
 * the other filters are conditions on top.
 */
const lists = {
  campaign: listBy('campaign', 'c.campaign_id = $7 and'),
  agent: listBy('agent', 'c.agent_id = $6 and'),
  customer: listBy('customer', 'c.customer_number = $8 and'),
  all: listBy('all', ''),
};

function listBy(name: string, leading: string) {
  return statement(
    `calls.list_by_${name}`,
    `select ${callColumns} from ${callTables}
     where c.organization_id = $1 and ${leading} ($2::text is null or c.call_id < $2)
       and ($3::text[] is null or c.status = any($3)) and ($4::text is null or c.type = $4)
       and ($6::text is null or c.agent_id = $6) and ($7::text is null or c.campaign_id = $7)
       and ($8::text is null or c.customer_number = $8)
       and ($9::timestamptz is null or c.created_at > $9) and ($10::timestamptz is null or c.created_at < $10)
     order by c.call_id desc limit $5`,
  );
}

/** One row more than the page, newest first. */
export async function selectCalls(
  db: Queryable,
  organizationId: string,
  filters: Omit<CallFilters, 'pageSize' | 'pageToken'>,
  page: PageRequest,
): Promise<CallRow[]> {
  const { status, type, agentId, campaignId, customerNumber, createdAtGt, createdAtLt } = filters;
  const list = campaignId
    ? lists.campaign
    : customerNumber
      ? lists.customer
      : agentId
        ? lists.agent
        : lists.all;
  return db.query<CallRow>(list, [
    organizationId,
    page.after?.id ?? null,
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
