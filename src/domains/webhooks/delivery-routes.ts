import { z } from 'zod';
import type { SecretKey } from '../../platform/access/index.ts';
import type { Database, Notifier } from '../../platform/db/index.ts';
import { defineRoute, nextPageUrl, type Route } from '../../platform/http/index.ts';
import { getDelivery, listDeliveries, redeliver, redeliverFailed, testEndpoint } from './deliveries.ts';
import {
  DeliveryFilters,
  Redelivered,
  RedeliverFailed,
  WebhookDelivery,
  WebhookDeliveryPage,
} from './schemas.ts';

export interface WebhookDependencies {
  db: Database;
  notifier: Notifier;
  secret: SecretKey;
  egressAllow: readonly string[];
}

const path = '/api/webhook-endpoints/{webhookEndpointId}';
const tag = 'Events';
const params = z.object({ webhookEndpointId: z.string() });
const deliveryParams = params.extend({ deliveryId: z.string() });

export function deliveryRoutes({ db, notifier }: WebhookDependencies): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: `${path}/test`,
      operationId: 'testWebhookEndpoint',
      tag,
      summary: 'Send an event that did not happen',
      description: 'Of the type `webhookEndpoint.test`, once; the deliveries say how it went.',
      scope: 'webhooks:write',
      params,
      output: WebhookDelivery,
      status: 202,
      errors: [404, 409],
      handle: (context, { params }) => testEndpoint({ db, notifier, ...context }, params.webhookEndpointId),
    }),
    defineRoute({
      method: 'GET',
      path: `${path}/deliveries`,
      operationId: 'listWebhookDeliveries',
      tag,
      summary: 'List what was sent and what came of it, newest first',
      description: 'What was delivered is kept for 7 days, what was given up for 30.',
      scope: 'webhooks:read',
      params,
      query: DeliveryFilters,
      output: WebhookDeliveryPage,
      status: 200,
      errors: [404],
      async handle({ baseUrl, ...context }, { params, query }) {
        const { webhookEndpointId: id } = params;
        const { items, next } = await listDeliveries({ db, ...context }, id, query);
        const address = path.replace('{webhookEndpointId}', id);
        const nextPage = nextPageUrl(baseUrl, `${address}/deliveries`, query, next);
        return { deliveries: items, metadata: { nextPage } };
      },
    }),
    defineRoute({
      method: 'GET',
      path: `${path}/deliveries/{deliveryId}`,
      operationId: 'getWebhookDelivery',
      tag,
      summary: 'Read one delivery',
      scope: 'webhooks:read',
      params: deliveryParams,
      output: WebhookDelivery,
      status: 200,
      errors: [404],
      handle: (context, { params }) =>
        getDelivery({ db, ...context }, params.webhookEndpointId, params.deliveryId),
    }),
    defineRoute({
      method: 'POST',
      path: `${path}/deliveries/{deliveryId}/redeliver`,
      operationId: 'redeliverWebhook',
      tag,
      summary: 'Send a delivery that is over once more',
      description:
        'At once, with the same `webhook-id`, whatever else waits. One that is not over stays as it is.',
      scope: 'webhooks:write',
      params: deliveryParams,
      output: WebhookDelivery,
      status: 202,
      errors: [404, 409],
      handle: (context, { params }) =>
        redeliver({ db, notifier, ...context }, params.webhookEndpointId, params.deliveryId),
    }),
    defineRoute({
      method: 'POST',
      path: `${path}/redeliver`,
      operationId: 'redeliverFailedWebhooks',
      tag,
      summary: 'Send what was given up once more',
      scope: 'webhooks:write',
      params,
      body: RedeliverFailed,
      output: Redelivered,
      status: 202,
      errors: [404],
      async handle(context, { params, body }) {
        const { webhookEndpointId } = params;
        return {
          redelivered: await redeliverFailed({ db, notifier, ...context }, webhookEndpointId, body.since),
        };
      },
    }),
  ];
}
