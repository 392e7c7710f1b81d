import { z } from 'zod';
import {
  defineRoute,
  nextPageUrl,
  pageOf,
  pageParameters,
  pageRequest,
  type Route,
} from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { WebhookDependencies } from './delivery-routes.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { createEndpoint, deleteEndpoint, rotateSecret, updateEndpoint } from './endpoints.ts';
import {
  CreateWebhookEndpoint,
  UpdateWebhookEndpoint,
  WebhookEndpoint,
  WebhookEndpointPage,
  WebhookEndpointWithSecret,
} from './schemas.ts';
import { findEndpoint, selectEndpoints } from './store/endpoints.ts';

const path = '/api/webhook-endpoints';
const tag = 'Events';
const params = z.object({ webhookEndpointId: z.string() });

const description = `Events are sent to \`url\` by POST as they happen, signed by the Standard Webhooks specification
(headers \`webhook-id\`, \`webhook-timestamp\`, \`webhook-signature\`) with the \`secret\`, which is shown only here. The
\`webhooks\` of this document describe the bodies. Any 2xx within 15 seconds accepts an event; redirects are not followed.
Every event is delivered at least once, always with the same \`webhook-id\`, and in order per resource. Failures are retried
after 5 seconds, 30 seconds, 2, 10 and 30 minutes, 1, 3 and 6 hours and then every 12 hours (each varied by up to a
fifth), for 3 days. An endpoint without a success for 5 days, or that answers 410, is disabled, with an entry in the audit
log and the event \`webhookEndpoint.disabled\`. An organization may have 20 endpoints. The events \`audit.entry\` and \`*\`
require a key that also holds \`audit:export\`.`;

export function webhookRoutes(dependencies: WebhookDependencies): Route[] {
  const { db } = dependencies;
  return [
    defineRoute({
      method: 'POST',
      path,
      operationId: 'createWebhookEndpoint',
      tag,
      summary: 'Create a webhook endpoint',
      description,
      scope: 'webhooks:write',
      furtherScopes: ['audit:export'],
      body: CreateWebhookEndpoint,
      output: WebhookEndpointWithSecret,
      status: 201,
      errors: [409],
      replayed: (created) => ({ ...created, secret: null }),
      handle: (context, { body }) => createEndpoint({ ...dependencies, ...context }, body),
    }),
    defineRoute({
      method: 'GET',
      path,
      operationId: 'listWebhookEndpoints',
      tag,
      summary: 'List webhook endpoints, newest first',
      scope: 'webhooks:read',
      query: z.object(pageParameters),
      output: WebhookEndpointPage,
      status: 200,
      async handle({ actor, baseUrl }, { query }) {
        const page = pageRequest(query);
        const rows = await selectEndpoints(db, actor.organizationId, page);
        const { items, next } = pageOf(rows, page.size, ({ createdAt, webhookEndpointId }) => ({
          createdAt,
          id: webhookEndpointId,
        }));
        return { webhookEndpoints: items, metadata: { nextPage: nextPageUrl(baseUrl, path, query, next) } };
      },
    }),
    ...oneEndpointRoutes(dependencies),
    ...deliveryRoutes(dependencies),
  ];
}

function oneEndpointRoutes(dependencies: WebhookDependencies): Route[] {
  const { db } = dependencies;
  return [
    defineRoute({
      method: 'GET',
      path: `${path}/{webhookEndpointId}`,
      operationId: 'getWebhookEndpoint',
      tag,
      summary: 'Read a webhook endpoint and its state',
      scope: 'webhooks:read',
      params,
      output: WebhookEndpoint,
      status: 200,
      errors: [404],
      async handle({ actor: { organizationId } }, { params: { webhookEndpointId } }) {
        const endpoint = await findEndpoint(db, { organizationId, webhookEndpointId });
        if (!endpoint) throw notFound('webhook endpoint');
        return endpoint;
      },
    }),
    defineRoute({
      method: 'PATCH',
      path: `${path}/{webhookEndpointId}`,
      operationId: 'updateWebhookEndpoint',
      tag,
      summary: 'Change a webhook endpoint',
      description:
        'Omitted fields stay unchanged. A re-enabled endpoint continues where it stopped, as far back as events are kept. The events `audit.entry` and `*` require a key that also holds `audit:export`.',
      scope: 'webhooks:write',
      furtherScopes: ['audit:export'],
      params,
      body: UpdateWebhookEndpoint,
      output: WebhookEndpoint,
      status: 200,
      errors: [404],
      handle: (context, { params, body }) =>
        updateEndpoint({ ...dependencies, ...context }, params.webhookEndpointId, body),
    }),
    defineRoute({
      method: 'DELETE',
      path: `${path}/{webhookEndpointId}`,
      operationId: 'deleteWebhookEndpoint',
      tag,
      summary: 'Delete a webhook endpoint and its deliveries',
      scope: 'webhooks:write',
      params,
      status: 204,
      errors: [404],
      handle: (context, { params }) =>
        deleteEndpoint({ ...dependencies, ...context }, params.webhookEndpointId),
    }),
    defineRoute({
      method: 'POST',
      path: `${path}/{webhookEndpointId}/rotate-secret`,
      operationId: 'rotateWebhookSecret',
      tag,
      summary: 'Rotate the signing secret',
      description:
        'The new secret is shown only here. For 24 hours everything is also signed with the previous one: `webhook-signature` then contains two signatures, one of which must match.',
      scope: 'webhooks:write',
      params,
      output: WebhookEndpointWithSecret,
      status: 200,
      errors: [404],
      replayed: (rotated) => ({ ...rotated, secret: null }),
      handle: (context, { params }) =>
        rotateSecret({ ...dependencies, ...context }, params.webhookEndpointId),
    }),
  ];
}
