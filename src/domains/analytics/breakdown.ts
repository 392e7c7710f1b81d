import type { ReadScope } from '../../platform/audit/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { invalid } from '../../platform/kernel/index.ts';
import { areCallFactsWritten } from '../calls/index.ts';
import { findPrices, hasPricesSince } from '../prices/index.ts';
import { periodOf } from './period.ts';
import type { Breakdown, CallBreakdown, CallBreakdownQuery } from './schemas.ts';
import {
  type BreakdownRow,
  type Counted,
  selectBreakdown,
  selectCurrency,
  selectPricedKeys,
  selectRubrics,
} from './store/breakdown.ts';

const lengths = { daysMax: 400, defaultDays: 30 };
const groupsMax = 400;

/** Returns figures of the calls of a period, all together and in groups. */
export async function callBreakdown(
  { db, actor }: ReadScope,
  asked: CallBreakdownQuery,
  nowMs: number,
): Promise<CallBreakdown> {
  const { by, timeZone, agentId = null, campaignId = null, trunkId = null, type = null } = asked;
  if (by === 'agent-version' && agentId === null)
    throw invalid('agentId', 'is required, because versions are counted for each agent');
  const { organizationId } = actor;
  const period = periodOf(asked, nowMs, lengths);
  const counted = { organizationId, ...period, timeZone, agentId, campaignId, trunkId, type };
  const { total, groups } = await groupsOf(db, by, counted);
  return {
    ...{ ...period, by, timeZone, total },
    currency: await currencyOfCalls(db, organizationId),
    isComplete: await areCallFactsWritten(db, organizationId),
    rubrics: await selectRubrics(db, counted),
    groups: groups.slice(0, groupsMax),
  };
}

/** Figures of calls that are over. */
export type Figures = CallBreakdown['total'];

interface CampaignCalls extends Pick<Counted, 'organizationId' | 'from' | 'to' | 'timeZone'> {
  campaignId: string;
}

/** Returns figures of a campaign's calls that were created in a period, all together and by the hour of the day. */
export function figuresOfCampaign(
  db: Queryable,
  counted: CampaignCalls,
): Promise<{ total: Figures; groups: Group[] }> {
  return groupsOf(db, 'hour-of-day', { ...counted, agentId: null, trunkId: null, type: null });
}

/** Returns the currency of the newest call with a cost, otherwise that of the prices, or null without both. */
export async function currencyOfCalls(db: Queryable, organizationId: string): Promise<string | null> {
  const currency = await selectCurrency(db, organizationId);
  return currency ?? (await findPrices(db, organizationId, null))?.currency ?? null;
}

async function groupsOf(
  db: Queryable,
  by: Breakdown,
  counted: Counted,
): Promise<{ total: Figures; groups: Group[] }> {
  const rows = await selectBreakdown(db, by, counted);
  const all = Object.entries(Object.groupBy(rows, ({ key }) => key));
  const groups = all.map(([key, own]) => ({ key, ...figuresOf(own!) }));
  const isPriced = await pricedGroups(db, by, counted, groups);
  return {
    total: { ...figuresOf(rows), isPriced: groups.length === 0 || groups.some(isPriced) },
    groups: groups.map((group) => ({ ...group, isPriced: isPriced(group) })).toSorted(orderOf(by)),
  };
}

type SummedGroup = Omit<Group, 'isPriced'>;

/**
 * Returns the test whether the costs of a group are known. A sum above 0 is. A sum of 0 is if there were prices during the whole
 * period, or if a call has a cost of 0, for which these calls are read.
 */
async function pricedGroups(
  db: Queryable,
  by: Breakdown,
  counted: Counted,
  groups: readonly SummedGroup[],
): Promise<(group: SummedGroup) => boolean> {
  const isAboveZero = ({ cost }: SummedGroup) => Number(cost) > 0;
  if (groups.every(isAboveZero)) return isAboveZero;
  if (await hasPricesSince(db, counted.organizationId, counted.from)) return () => true;
  const keys = await selectPricedKeys(db, by, counted);
  return (group) => isAboveZero(group) || keys.has(group.key);
}

type Group = CallBreakdown['groups'][number];

function orderOf(by: Breakdown): (one: Group, other: Group) => number {
  if (by === 'day' || by === 'week') return (one, other) => (one.key < other.key ? -1 : 1);
  if (by === 'hour-of-day' || by === 'agent-version')
    return (one, other) => Number(one.key) - Number(other.key);
  return (one, other) => other.calls - one.calls;
}

function figuresOf(rows: readonly BreakdownRow[]): Omit<Figures, 'isPriced'> {
  const sum = (amountOf: (row: BreakdownRow) => number) => rows.reduce((all, row) => all + amountOf(row), 0);
  return {
    calls: sum(({ calls }) => calls),
    answered: sum(({ answered }) => answered),
    talkedSeconds: sum(({ talkedMs }) => Number(talkedMs)) / 1000,
    cost: decimalSum(rows.map(({ cost }) => cost)),
    bySentiment: countsBy(rows, ({ sentiment }) => sentiment),
    byOutcome: countsBy(rows, ({ outcome }) => outcome),
  };
}

/** Adds calls up by a name; calls without it are left out. */
function countsBy(
  rows: readonly BreakdownRow[],
  nameOf: (row: BreakdownRow) => string,
): Record<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const name = nameOf(row);
    if (name !== '') counts.set(name, (counts.get(name) ?? 0) + row.calls);
  }
  return Object.fromEntries(counts);
}

/** Adds decimal numbers exactly. */
function decimalSum(values: readonly string[]): string {
  const places = Math.max(0, ...values.map((value) => value.split('.')[1]?.length ?? 0));
  const units = values.map((value) => {
    const [whole = '0', fraction = ''] = value.split('.');
    return BigInt(whole + fraction.padEnd(places, '0'));
  });
  const digits = units
    .reduce((all, one) => all + one, 0n)
    .toString()
    .padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
