import { type Queryable, statement } from '../../platform/db/index.ts';
import type { CallItem } from './call-item.ts';

const queue = statement(
  'campaigns.queue_calls',
  'select item, campaign_id, problems from queue_campaign_calls($1, $2) order by item',
);

/** The result for one call: its campaign, or the problems for which it was refused. */
export interface Outcome {
  campaign_id: string | null;
  problems: string[];
}

/** How often a due time is computed again because the schedule changed meanwhile. */
export const reckoningsMax = 5;

/** Checks and stores calls in one statement. Results are in the order of the items. */
export async function queueCalls(db: Queryable, items: readonly CallItem[]): Promise<Outcome[]> {
  return db.query<Outcome>(queue, apart(items));
}

/**
 * Returns as JSON the fields that differ between items, and once the fields that all share. The text is built without
 * an object for each item, as such objects would outlive the collection of young objects.
 */
function apart(items: readonly CallItem[]): [own: string, common: string] {
  const [first] = items;
  if (first === undefined || items.length === 1) return [JSON.stringify(items), '{}'];
  const names = Object.keys(first);
  const own = names.filter((name) => items.some((item) => !isSame(item[name], first[name])));
  const common = Object.fromEntries(
    names.filter((name) => !own.includes(name)).map((name) => [name, first[name]]),
  );
  const keys = own.map((name, i) => `${i === 0 ? '' : ','}${JSON.stringify(name)}:`);
  const textOf = (item: CallItem) => own.map((name, i) => keys[i] + JSON.stringify(item[name])).join('');
  return [`[${items.map((item) => `{${textOf(item)}}`).join(',')}]`, JSON.stringify(common)];
}

/** Compares values that are primitive, or lists of primitives. */
function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((value, i) => value === other[i]);
}
