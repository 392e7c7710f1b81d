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

export function deliveryRoutes(dependencies: WebhookDependencies): Route[] {
  return [...logRoutes(dependencies), ...sendRoutes(dependencies)];
}

function logRoutes({ db }: WebhookDependencies): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: `${path}/deliveries`,
      operationId: 'listWebhookDeliveries',
      tag,
      summary: 'List deliveries and their results, newest first',
      description: 'Delivered ones are kept for 7 days, others for 30.',
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
      summary: 'Read a delivery',
      scope: 'webhooks:read',
      params: deliveryParams,
      output: WebhookDelivery,
      status: 200,
      errors: [404],
      handle: (context, { params }) =>
        getDelivery({ db, ...context }, params.webhookEndpointId, params.deliveryId),
    }),
  ];
}

function sendRoutes({ db, notifier }: WebhookDependencies): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: `${path}/test`,
      operationId: 'testWebhookEndpoint',
      tag,
      summary: 'Send a test event',
      description: 'An event of type `webhookEndpoint.test`, sent once; the deliveries show the result.',
      scope: 'webhooks:write',
      params,
      output: WebhookDelivery,
      status: 202,
      errors: [404, 409],
      handle: (context, { params }) => testEndpoint({ db, notifier, ...context }, params.webhookEndpointId),
    }),
    defineRoute({
      method: 'POST',
      path: `${path}/deliveries/{deliveryId}/redeliver`,
      operationId: 'redeliverWebhook',
      tag,
      summary: 'Send a finished delivery again',
      description:
        'Sent at once with the same `webhook-id`, ahead of everything waiting. A pending one stays unchanged.',
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
      summary: 'Send failed deliveries again',
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
