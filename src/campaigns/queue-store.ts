import { type Queryable, statement } from '../db/index.ts';
import type { CallItem } from './call-item.ts';

const queue = statement(
  'campaigns.queue_calls',
  'select item, campaign_id, problems from queue_campaign_calls($1) order by item',
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
  return db.query<Outcome>(queue, [JSON.stringify(items)]);
}
