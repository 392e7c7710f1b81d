import {
  type Database,
  firstRow,
  type Queryable,
  readStatement,
  type Statement,
  statement,
} from '../../../platform/db/index.ts';
import type { PageRequest } from '../../../platform/http/index.ts';
import { idBound } from '../../../platform/kernel/index.ts';
import type { deliveryStatuses, WebhookDelivery } from '../schemas.ts';
import type { SecretPlace } from '../secrets.ts';

const columns = `delivery_id as "deliveryId", webhook_endpoint_id as "webhookEndpointId", event_id as "eventId", type,
  resource_id as "resourceId", status, attempts, case when next_at < 'infinity' then next_at end as "nextAttemptAt",
  last_attempt_at as "lastAttemptAt", response_code as "responseCode", response_ms as "responseMs",
  response_text as "responseText", error, event_at as "eventTimestamp", created_at as "createdAt"`;
const own = 'organization_id = $1 and webhook_endpoint_id = $2';

const selectOne = readStatement(
  'webhooks.delivery',
  `select ${columns} from webhook_deliveries where ${own} and delivery_id = $3`,
);
const page = (name: string, condition: string) =>
  readStatement(
    `webhooks.deliveries_${name}`,
    `select ${columns} from webhook_deliveries where ${own} and ($3::text is null or delivery_id < $3) and ${condition}
     order by delivery_id desc limit $4`,
  );
// One statement per status, so that failed deliveries use their partial index.
const pages: Record<(typeof deliveryStatuses)[number] | 'all', Statement> = {
  all: page('all', 'true'),
  pending: page('pending', "status = 'pending'"),
  delivered: page('delivered', "status = 'delivered'"),
  dead: page('dead', "status = 'dead'"),
};
const redeliver = statement('webhooks.redeliver', 'select redeliver_webhooks($1, $2, $3) as again');
const deadSince = readStatement(
  'webhooks.dead_since',
  `select delivery_id as "deliveryId" from webhook_deliveries
   where ${own} and status = 'dead' and last_attempt_at > to_timestamp($3::float8) order by delivery_id limit $4`,
);
const hasEvent = readStatement(
  'webhooks.has_event',
  `select 1 from webhook_deliveries d where ${own} and delivery_id = $3 and (d.xid is null or exists (
     select from events e where e.organization_id = $1 and e.xid = d.xid and e.seq = d.seq))`,
);
const insertTest = statement(
  'webhooks.insert_test',
  `with waiting as (
     update webhook_endpoints set waiting = waiting + 1 where ${own} returning 1)
   insert into webhook_deliveries (organization_id, webhook_endpoint_id, delivery_id, event_id, type, resource_id,
     event_at, status, next_at, created_at)
   select $1, $2, $3, $4, $5, $2, now(), 'pending', now(), now() from waiting
   returning ${columns}`,
);

interface DeliveryPlace extends SecretPlace {
  deliveryId: string;
}

/** Returns one row more than the page, to know whether another page follows; newest first. */
export function selectDeliveries(
  db: Queryable,
  { organizationId, webhookEndpointId }: SecretPlace,
  status: keyof typeof pages,
  { size, after }: PageRequest,
): Promise<WebhookDelivery[]> {
  const values = [organizationId, webhookEndpointId, after?.id ?? null, size + 1];
  return db.query<WebhookDelivery>(pages[status], values);
}

export function findDelivery(db: Queryable, place: DeliveryPlace): Promise<WebhookDelivery | null> {
  const { organizationId, webhookEndpointId, deliveryId } = place;
  return firstRow(db, selectOne, [organizationId, webhookEndpointId, deliveryId]);
}

/** Returns whether the delivery's event is still stored. */
export async function hasItsEvent(db: Queryable, place: DeliveryPlace): Promise<boolean> {
  const { organizationId, webhookEndpointId, deliveryId } = place;
  return (await db.query(hasEvent, [organizationId, webhookEndpointId, deliveryId])).length > 0;
}

/** Makes finished deliveries pending again. Returns how many. */
export async function redeliverRows(
  tx: Queryable,
  { organizationId, webhookEndpointId }: SecretPlace,
  deliveryIds: string[],
): Promise<number> {
  const [row] = await tx.query<{ again: number }>(redeliver, [
    organizationId,
    webhookEndpointId,
    deliveryIds,
  ]);
  return row!.again;
}

/** Returns deliveries given up since a time, oldest first. */
export async function deadDeliveriesSince(
  db: Queryable,
  { organizationId, webhookEndpointId }: SecretPlace,
  since: string,
  limit: number,
): Promise<string[]> {
  const values = [organizationId, webhookEndpointId, Date.parse(since) / 1000, limit];
  const rows = await db.query<{ deliveryId: string }>(deadSince, values);
  return rows.map(({ deliveryId }) => deliveryId);
}

/** Inserts the delivery of a test event. Returns null when the endpoint does not exist. */
export function insertTestDelivery(
  tx: Queryable,
  place: DeliveryPlace,
  event: { eventId: string; type: string },
): Promise<WebhookDelivery | null> {
  const { organizationId, webhookEndpointId, deliveryId } = place;
  const values = [organizationId, webhookEndpointId, deliveryId, event.eventId, event.type];
  return firstRow(tx, insertTest, values);
}

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
  for (const { organizationId, endpointId } of await db.query<EndpointWithOld>(endpoints, [bound])) {
    for (let after: string | null = ''; after !== null; ) {
      const values: unknown[] = [organizationId, endpointId, after, bound, rowsMax];
      const [page] = await db.query<ForgottenPage>(forgetPage, values);
      count += page!.removed;
      after = page!.seen === rowsMax ? page!.last : null;
    }
  }
  return count;
}

interface EndpointWithOld {
  organizationId: string;
  endpointId: string;
}

interface ForgottenPage {
  removed: number;
  seen: number;
  last: string | null;
}

/**
 * Empties what endpoints answered about the person of the data deletion $2, or that matches its pattern $3. Looks at the
 * next 2,000 deliveries behind the key $4, $5. Returns the last key, `null` at the end, and how many it emptied.
 */
export const emptyDeliveriesOfPerson = statement(
  'webhooks.erase',
  `with page as materialized (
     select webhook_endpoint_id, delivery_id, (response_text is not null or error is not null) and (resource_id in (
         select subject_id from data_deletion_subjects where organization_id = $1 and data_deletion_id = $2)
       or mentions_person($1, $2, $3, concat_ws(E'\\n', response_text, error))) as is_own
     from webhook_deliveries where organization_id = $1 and (webhook_endpoint_id, delivery_id) > ($4, $5)
     order by webhook_endpoint_id, delivery_id limit 2000
   ), done as (
     update webhook_deliveries d set response_text = null, error = null from page
     where page.is_own and d.organization_id = $1 and d.webhook_endpoint_id = page.webhook_endpoint_id
       and d.delivery_id = page.delivery_id returning 1)
   select (select webhook_endpoint_id || ' ' || delivery_id from page
       order by webhook_endpoint_id desc, delivery_id desc limit 1) as last,
     (select count(*)::int from done) as count`,
);
