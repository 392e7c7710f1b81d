import { type Queryable, readStatement, type Statement, statement } from '../../platform/db/index.ts';
import type { PageRequest } from '../../platform/http/index.ts';
import type { deliveryStatuses, WebhookDelivery } from './schemas.ts';
import type { SecretPlace } from './secrets.ts';

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

export async function findDelivery(db: Queryable, place: DeliveryPlace): Promise<WebhookDelivery | null> {
  const { organizationId, webhookEndpointId, deliveryId } = place;
  const [row] = await db.query<WebhookDelivery>(selectOne, [organizationId, webhookEndpointId, deliveryId]);
  return row ?? null;
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
export async function insertTestDelivery(
  tx: Queryable,
  place: DeliveryPlace,
  event: { eventId: string; type: string },
): Promise<WebhookDelivery | null> {
  const { organizationId, webhookEndpointId, deliveryId } = place;
  const values = [organizationId, webhookEndpointId, deliveryId, event.eventId, event.type];
  const [row] = await tx.query<WebhookDelivery>(insertTest, values);
  return row ?? null;
}
