import type { CallUsage } from '../../domains/calls/index.ts';
import { Costs } from '../../domains/prices/index.ts';
import { type Queryable, readStatement, statement, toJson } from '../../platform/db/index.ts';
import type { PageRequest } from '../../platform/http/index.ts';
import type { BrowserCall } from './schemas.ts';

interface BrowserCallKey {
  organizationId: string;
  browserCallId: string;
}

/** A call counts as lost when its process has not stored usage for this long. Usage is stored every 10 s. */
const lostAfterSeconds = 60;

const insert = statement(
  'browser_calls.insert',
  'insert into browser_calls (organization_id, browser_call_id, agent_id, agent_version) values ($1, $2, $3, $4)',
);
const updateUsage = statement(
  'browser_calls.store_usage',
  `update browser_calls b set usage = $3, seen_at = now(), ended_reason = $4,
     ended_at = case when $4::text is not null then now() end,
     price_version = (select max(version) from price_lists p where p.organization_id = b.organization_id)
   where organization_id = $1 and browser_call_id = $2 and ended_at is null`,
);
const selectPage = readStatement(
  'browser_calls.list',
  `select browser_call_id as "browserCallId", agent_id as "agentId", agent_version as "agentVersion",
     case when ended_at is not null then 'ended'
       when seen_at > now() - interval '${lostAfterSeconds} seconds' then 'live' else 'lost' end as status,
     created_at as "createdAt", ended_at as "endedAt", ended_reason as "endedReason", usage,
     price_version as "priceVersion", extract(epoch from coalesce(ended_at, seen_at))::float8 * 1000 as "overMs"
   from browser_calls
   where organization_id = $1 and ($2::text is null or agent_id = $2) and ($3::text is null or browser_call_id < $3)
   order by browser_call_id desc limit $4`,
);

interface Row extends Omit<BrowserCall, 'usage' | 'cost'> {
  usage: CallUsage[] | null;
  priceVersion: number | null;
  /** When it ended, or was seen last. */
  overMs: number;
}

export async function insertBrowserCall(
  tx: Queryable,
  { organizationId, browserCallId }: BrowserCallKey,
  { agentId, agentVersion }: Pick<BrowserCall, 'agentId' | 'agentVersion'>,
): Promise<void> {
  await tx.query(insert, [organizationId, browserCallId, agentId, agentVersion]);
}

/** Stores the usage so far. `endedReason` is null while the call is in progress; any other value ends it. */
export async function storeUsage(
  db: Queryable,
  { organizationId, browserCallId }: BrowserCallKey,
  usage: readonly CallUsage[],
  endedReason: string | null,
): Promise<void> {
  await db.query(updateUsage, [organizationId, browserCallId, toJson(usage), endedReason]);
}

/** Returns the page and one row more, newest first. The extra row shows that another page follows. */
export async function selectBrowserCalls(
  db: Queryable,
  organizationId: string,
  agentId: string | undefined,
  page: PageRequest,
): Promise<BrowserCall[]> {
  const values = [organizationId, agentId ?? null, page.after?.id ?? null, page.size + 1];
  const rows = await db.query<Row>(selectPage, values);
  const costs = new Costs(db, organizationId);
  const browserCalls: BrowserCall[] = [];
  for (const { priceVersion, usage: used, overMs, ...call } of rows) {
    const usage = used ?? [];
    const isOver = call.status !== 'live';
    const asked = { usageIsComplete: call.status === 'ended', atMs: overMs };
    const cost = isOver ? await costs.of(priceVersion, usage, asked) : null;
    browserCalls.push({ ...call, usage, cost });
  }
  return browserCalls;
}
