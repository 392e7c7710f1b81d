import { type Database, readStatement, statement } from '../../platform/db/index.ts';
import { idBound } from '../../platform/kernel/index.ts';

/** How long delivered rows are kept; others are kept longer. */
const keptMs = 7 * 86_400_000;
const pageRowsMax = 5000;

const endpoints = readStatement(
  'webhooks.with_old',
  `select e.organization_id as "organizationId", e.webhook_endpoint_id as "endpointId" from webhook_endpoints e
   where exists (select from webhook_deliveries d where d.organization_id = e.organization_id
     and d.webhook_endpoint_id = e.webhook_endpoint_id and d.delivery_id < $1)`,
);
const forgetPage = statement(
  'webhooks.forget',
  `with page as (
     select ctid as place, delivery_id from webhook_deliveries
     where organization_id = $1 and webhook_endpoint_id = $2 and delivery_id > $3 and delivery_id < $4
     order by delivery_id limit $5
   ), gone as (
     delete from webhook_deliveries d
     where d.ctid = any(array(select place from page)) and coalesce(d.last_attempt_at, d.created_at)
       < now() - case d.status when 'delivered' then interval '7 days' when 'dead' then interval '30 days' end
     returning 1
   )
   select (select count(*) from gone)::int as removed, count(*)::int as seen, max(delivery_id) as last from page`,
);

/**
 * Deletes rows delivered more than 7 days ago and given up more than 30 days ago, `rowsMax` at a time. Examines every
 * old delivery, however many older ones are kept. Returns how many.
 */
export async function forgetDeliveries(db: Database, rowsMax = pageRowsMax): Promise<number> {
  // Ids sort by time.
  const bound = idBound('delivery', Date.now() - keptMs);
  let count = 0;
  for (const { organizationId, endpointId } of await db.query<Endpoint>(endpoints, [bound])) {
    for (let after: string | null = ''; after !== null; ) {
      const values: unknown[] = [organizationId, endpointId, after, bound, rowsMax];
      const [page] = await db.query<Page>(forgetPage, values);
      count += page!.removed;
      after = page!.seen === rowsMax ? page!.last : null;
    }
  }
  return count;
}

interface Endpoint {
  organizationId: string;
  endpointId: string;
}

interface Page {
  removed: number;
  seen: number;
  last: string | null;
}
