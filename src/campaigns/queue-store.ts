import { type Queryable, statement } from '../db/index.ts';
import type { CallItem } from './call-item.ts';

const queue = statement(
  'campaigns.queue_calls',
  'select item, campaign_id, problems from queue_campaign_calls($1, $2) order by item',
);

/** What became of one call: queued into the campaign, or refused because of the problems. */
export interface Outcome {
  campaign_id: string | null;
  problems: string[];
}

/** How often a due time is reckoned anew because the schedule changed in between. */
export const reckoningsMax = 5;

/** Checks and stores calls in one statement; the outcomes are in the order of the items. */
export async function queueCalls(db: Queryable, items: readonly CallItem[]): Promise<Outcome[]> {
  const { common, own } = apart(items);
  return db.query<Outcome>(queue, [JSON.stringify(own), JSON.stringify(common)]);
}

/** What all items have in common, once, and what each has for itself: most of a batch is the same in all of it. */
function apart(items: readonly CallItem[]): { common: Partial<CallItem>; own: Partial<CallItem>[] } {
  const [first] = items;
  if (first === undefined || items.length === 1) return { common: {}, own: [...items] };
  const names = Object.keys(first) as (keyof CallItem)[];
  const isShared = (name: keyof CallItem) => items.every((item) => item[name] === first[name]);
  const shared = names.filter(isShared);
  const others = names.filter((name) => !shared.includes(name));
  const picked = (item: CallItem, from: (keyof CallItem)[]): Partial<CallItem> =>
    Object.fromEntries(from.map((name) => [name, item[name]]));
  return { common: picked(first, shared), own: items.map((item) => picked(item, others)) };
}
