import { type Queryable, readStatement } from '../../../platform/db/index.ts';
import type { CallSearch } from '../call-search.ts';
import { belowOf, type CallRow, findValues } from './read.ts';

/** A call as a row of a table. */
export type CallTableRow = Pick<
  CallRow,
  | 'call_id'
  | 'created_at'
  | 'started_at'
  | 'ended_at'
  | 'status'
  | 'type'
  | 'customer_number'
  | 'agent_number'
  | 'dial_number'
  | 'agent_id'
  | 'agent_version'
  | 'campaign_id'
  | 'campaign_name'
  | 'attempt'
  | 'ended_reason'
  | 'ended_by'
  | 'answered_by'
  | 'qa'
  | 'cost'
  | 'summary'
  | 'transfer_destination'
  | 'external_id'
  | 'tags'
  | 'variables'
> & { agent_name: string | null };

const ids = readStatement(
  'calls.table_ids',
  'select call_id as "callId" from find_calls($1, $2, $3, $4, $5) as s (call_id) order by 1 desc',
);
const rows = readStatement(
  'calls.table_rows',
  `select c.call_id, c.created_at, c.started_at, c.ended_at, c.status, c.type, c.customer_number, c.agent_number, c.dial_number,
     c.agent_id, a.name as agent_name, c.agent_version, c.campaign_id, k.name as campaign_name, c.attempt, c.ended_reason,
     c.ended_by, c.answered_by, c.qa, c.cost, c.summary, c.transfer_destination, c.external_id, c.tags, c.variables
   from unnest($2::text[]) as s (call_id)
     cross join lateral (select * from calls where organization_id = $1 and call_id = s.call_id offset 0) c
     left join agents a on a.organization_id = c.organization_id and a.agent_id = c.agent_id
     left join campaigns k on k.organization_id = c.organization_id and k.campaign_id = c.campaign_id
   order by s.call_id desc`,
);

/**
 * Returns the ids of the newest `max` calls below the call `after` (null: from the newest). The calls of a frequent filter are
 * read in order from there. The index would read all matches each time.
 */
export async function selectTableIds(
  db: Queryable,
  organizationId: string,
  search: CallSearch & { find: Record<string, unknown> },
  { after, max, isFrequent }: { after: string | null; max: number; isFrequent: boolean },
): Promise<string[]> {
  const values = findValues(organizationId, search.find, belowOf(search, after), max, isFrequent);
  return (await db.query<{ callId: string }>(ids, values)).map(({ callId }) => callId);
}

/** Returns the rows of calls, newest first. Calls that were removed meanwhile are absent. */
export function selectTableRows(
  db: Queryable,
  organizationId: string,
  callIds: readonly string[],
): Promise<CallTableRow[]> {
  return db.query<CallTableRow>(rows, [organizationId, callIds]);
}
