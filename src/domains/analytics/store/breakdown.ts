import {
  Database,
  type Queryable,
  readStatement,
  type Statement,
  statement,
} from '../../../platform/db/index.ts';
import { firstIdAt } from '../../../platform/http/index.ts';
import type { Breakdown } from '../schemas.ts';
import { pricedKeys, rawBreakdown, rawRubrics } from './raw.ts';
import { rolledRubrics, slotsOf, summedBreakdown } from './rolled.ts';

const currency = readStatement(
  'analytics.currency',
  `select c.cost ->> 'currency' as currency from (
     select organization_id, call_id, cost from call_facts where organization_id = $1 order by call_id desc limit 1000) f
     join calls c on c.organization_id = f.organization_id and c.call_id = f.call_id
   where f.cost is not null order by f.call_id desc limit 1`,
);

/** Returns the currency of the newest call with a cost among the last 1000, or null. */
export async function selectCurrency(db: Queryable, organizationId: string): Promise<string | null> {
  const [row] = await db.query<{ currency: string | null }>(currency, [organizationId]);
  return row?.currency ?? null;
}

/** Which calls are counted. Times in RFC 3339; null for no filter. */
export interface Counted {
  organizationId: string;
  from: string;
  to: string;
  timeZone: string;
  agentId: string | null;
  campaignId: string | null;
  trunkId: string | null;
  type: string | null;
}

/** The calls of one group with one outcome and one sentiment; '' for none. */
export interface BreakdownRow {
  key: string;
  outcome: string;
  sentiment: string;
  calls: number;
  answered: number;
  talkedMs: number;
  /** A decimal number. */
  cost: string;
}

interface RubricCounts {
  name: string;
  passed: number;
  failed: number;
}

/** Up to this many calls in a period, counting each is as fast as reading sums: hardly two share a slot and a group. */
const fewCalls = 20_000;

/** Returns the figures of calls that are over, by key, outcome and sentiment, in no order. */
export async function selectBreakdown(
  db: Queryable,
  by: Breakdown,
  counted: Counted,
  few = fewCalls,
): Promise<BreakdownRow[]> {
  const rolled = rolledValues(counted, few);
  const { agentId, campaignId, trunkId, type } = counted;
  const isFiltered = (agentId ?? campaignId ?? trunkId ?? type) !== null;
  for (const summed of summedBreakdown(by, isFiltered)) {
    const rows = await selectSums<BreakdownRow>(db, summed, rolled);
    if (rows !== null) return rows;
  }
  return db.query<BreakdownRow>(rawBreakdown[by], rawValues(counted));
}

/** Returns the keys of the groups in which a call has a cost of 0. */
export async function selectPricedKeys(
  db: Queryable,
  by: Breakdown,
  counted: Counted,
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ key: string }>(pricedKeys[by], rawValues(counted));
  return new Set(rows.map(({ key }) => key));
}

/** Returns how often each rubric was passed and failed. */
export async function selectRubrics(
  db: Queryable,
  counted: Counted,
  few = fewCalls,
): Promise<RubricCounts[]> {
  const rolled = rolledValues(counted, few);
  return (
    (await selectSums<RubricCounts>(db, rolledRubrics, rolled)) ??
    db.query<RubricCounts>(rawRubrics, rawValues(counted))
  );
}

// A nested loop over groups and sums takes seconds where the planner expects few of either. A plan for any values, which a
// connection uses from the sixth time on, takes twice as long as one for the filters that are given.
const planned = statement(
  'analytics.planned',
  "select set_config('enable_nestloop', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true)",
);

/** Returns the rows of a statement that reads the sums, or null when some are lacking. */
async function selectSums<Row>(
  db: Queryable,
  summed: Statement,
  values: unknown[] | null,
): Promise<Row[] | null> {
  if (values === null) return null;
  if (db instanceof Database) return db.transaction((tx) => selectSums<Row>(tx, summed, values));
  await db.query(planned);
  const [row] = await db.query<{ rows: Row[] | null }>(summed, values);
  return row!.rows;
}

/** The clocks of Parley, which makes the ids, and of the database, which sets `created_at`, may differ by this much. */
const clockDifferenceMs = 86_400_000;
const idBefore = (ms: number) => firstIdAt('call', ms - clockDifferenceMs);
const idAfter = (ms: number) => firstIdAt('call', ms + clockDifferenceMs);

function rawValues(counted: Counted): unknown[] {
  const { organizationId, from, to, timeZone, agentId, campaignId, trunkId, type } = counted;
  const ids = [idBefore(Date.parse(from)), idAfter(Date.parse(to))];
  return [organizationId, ...ids, from, timeZone, to, agentId, campaignId, trunkId, type];
}

/** Returns the values of the rolled statements, or null when the period has no whole slot. */
function rolledValues(counted: Counted, few: number): unknown[] | null {
  const slots = slotsOf(counted);
  if (slots === null) return null;
  const edges = [idAfter(slots.startMs), new Date(slots.startMs).toISOString()];
  const ends = [idBefore(slots.endMs), new Date(slots.endMs).toISOString()];
  return [...rawValues(counted), slots.first, slots.after, ...edges, ...ends, ...slots.days, few];
}
