import { type Database, statement } from '../db/index.ts';

const batchMax = 5000;

// Ids are in the order of time, so the oldest of each endpoint stand first.
const old = statement(
  'webhooks.forget',
  `delete from webhook_deliveries where (organization_id, webhook_endpoint_id, delivery_id) in (
     select d.organization_id, d.webhook_endpoint_id, d.delivery_id
     from webhook_endpoints e cross join lateral (
       select * from webhook_deliveries d where d.organization_id = e.organization_id
         and d.webhook_endpoint_id = e.webhook_endpoint_id order by d.delivery_id limit $1) d
     where d.status = 'delivered' and coalesce(d.last_attempt_at, d.created_at) < now() - interval '7 days'
       or d.status = 'dead' and coalesce(d.last_attempt_at, d.created_at) < now() - interval '30 days' limit $1)
   returning 1`,
);

/** Removes what was delivered more than 7 days ago, and what was given up more than 30 days ago; how many. */
export async function forgetDeliveries(db: Database): Promise<number> {
  let count = 0;
  for (let removed = batchMax; removed === batchMax; count += removed) {
    removed = (await db.query(old, [batchMax])).length;
  }
  return count;
}
