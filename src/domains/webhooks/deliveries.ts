import { change, type ReadScope, type Scope } from '../../platform/audit/index.ts';
import type { Notifier } from '../../platform/db/index.ts';
import { type Page, pageOf, pageRequest } from '../../platform/http/index.ts';
import { conflict, newId, notFound } from '../../platform/kernel/index.ts';
import { webhookChannel } from './endpoints.ts';
import type { DeliveryFilters, WebhookDelivery } from './schemas.ts';
import {
  deadDeliveriesSince,
  findDelivery,
  hasItsEvent,
  insertTestDelivery,
  redeliverRows,
  selectDeliveries,
} from './store/deliveries.ts';
import { findEndpoint, lockEndpoint } from './store/endpoints.ts';

/** The event type for testing an endpoint. */
const testEventType = 'webhookEndpoint.test';

/** Maximum deliveries repeated by one request. */
const redeliveredMax = 10_000;

type DeliveryScope = Scope & { notifier: Notifier };

/** Lists the endpoint's deliveries and their results, newest first. */
export async function listDeliveries(
  { db, actor }: ReadScope,
  webhookEndpointId: string,
  query: DeliveryFilters,
): Promise<Page<WebhookDelivery>> {
  const place = { organizationId: actor.organizationId, webhookEndpointId };
  if (!(await findEndpoint(db, place))) throw notFound('webhook endpoint');
  const page = pageRequest(query);
  const rows = await selectDeliveries(db, place, query.status ?? 'all', page);
  return pageOf(rows, page.size, ({ createdAt, deliveryId }) => ({ createdAt, id: deliveryId }));
}

export async function getDelivery(
  { db, actor: { organizationId } }: ReadScope,
  webhookEndpointId: string,
  deliveryId: string,
): Promise<WebhookDelivery> {
  const delivery = await findDelivery(db, { organizationId, webhookEndpointId, deliveryId });
  if (!delivery) throw notFound('webhook delivery');
  return delivery;
}

/** Sends a finished delivery again with the same `webhook-id`. A pending one stays unchanged. */
export async function redeliver(
  scope: DeliveryScope,
  webhookEndpointId: string,
  deliveryId: string,
): Promise<WebhookDelivery> {
  const place = { organizationId: scope.actor.organizationId, webhookEndpointId, deliveryId };
  const delivery = await change(scope, async (tx) => {
    if (!(await lockEndpoint(tx, place)) || !(await findDelivery(tx, place)))
      throw notFound('webhook delivery');
    if (!(await hasItsEvent(tx, place))) {
      throw conflict(
        'webhook_delivery.event_gone',
        'The event is past its retention and cannot be sent again.',
      );
    }
    const again = await redeliverRows(tx, place, [deliveryId]);
    const result = (await findDelivery(tx, place))!;
    return { result, audit: again === 0 ? [] : auditOf(deliveryId) };
  });
  scope.notifier.notify(webhookChannel);
  return delivery;
}

/** Repeats deliveries given up since a time. Returns how many. */
export async function redeliverFailed(
  scope: DeliveryScope,
  webhookEndpointId: string,
  since: string,
): Promise<number> {
  const place = { organizationId: scope.actor.organizationId, webhookEndpointId };
  const redelivered = await change(scope, async (tx) => {
    if (!(await lockEndpoint(tx, place))) throw notFound('webhook endpoint');
    const ids = await deadDeliveriesSince(tx, place, since, redeliveredMax);
    const again = await redeliverRows(tx, place, ids);
    return { result: again, audit: again === 0 ? [] : auditOf(webhookEndpointId) };
  });
  scope.notifier.notify(webhookChannel);
  return redelivered;
}

/** Sends a test event once. */
export async function testEndpoint(
  scope: DeliveryScope,
  webhookEndpointId: string,
): Promise<WebhookDelivery> {
  const deliveryId = newId('delivery');
  const place = { organizationId: scope.actor.organizationId, webhookEndpointId, deliveryId };
  const delivery = await change(scope, async (tx) => {
    const endpoint = await lockEndpoint(tx, place);
    if (!endpoint) throw notFound('webhook endpoint');
    if (!endpoint.enabled)
      throw conflict('webhook_endpoint.disabled', 'The webhook endpoint is disabled. Enable it first.');
    const result = (await insertTestDelivery(tx, place, { eventId: newId('event'), type: testEventType }))!;
    return { result, audit: auditOf(deliveryId) };
  });
  scope.notifier.notify(webhookChannel);
  return delivery;
}

const auditOf = (id: string) => ({ verb: 'triggered', type: 'webhook_deliveries', id }) as const;
