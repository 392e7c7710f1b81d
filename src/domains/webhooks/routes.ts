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
import { findEndpoint, selectEndpoints } from './endpoint-store.ts';
import { createEndpoint, deleteEndpoint, rotateSecret, updateEndpoint } from './endpoints.ts';
import {
  CreateWebhookEndpoint,
  UpdateWebhookEndpoint,
  WebhookEndpoint,
  WebhookEndpointPage,
  WebhookEndpointWithSecret,
} from './schemas.ts';

const path = '/api/webhook-endpoints';
const tag = 'Events';
const params = z.object({ webhookEndpointId: z.string() });

const description = `Events are sent to \`url\` by POST as they happen, signed by the Standard Webhooks specification
(headers \`webhook-id\`, \`webhook-timestamp\`, \`webhook-signature\`) with the \`secret\`, which is shown this once. The bodies
are in the \`webhooks\` of this document. Any 2xx within 15 seconds takes an event; redirects are not followed. Every event
comes at least once, one that comes again with the same \`webhook-id\`, and those of one resource in their order. What fails
is tried again after 5 seconds, 30 seconds, 2, 10 and 30 minutes, 1, 3 and 6 hours and then every 12 hours (each up to a
fifth more or less), for 3 days. An endpoint at which nothing succeeds for 5 days, or that answers 410, is disabled, with an
entry in the audit log and the event \`webhookEndpoint.disabled\`. An organization has 20 endpoints at most. The events
\`audit.entry\` and \`*\` need a key that also holds \`audit:export\`.`;

export function webhookRoutes(dependencies: WebhookDependencies): Route[] {
  const { db } = dependencies;
  return [
    defineRoute({
      method: 'POST',
      path,
      operationId: 'createWebhookEndpoint',
      tag,
      summary: 'Have events sent to an address',
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
      summary: 'Read a webhook endpoint, and how it fares',
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
        'Fields that are not given stay. One that is enabled again goes on where it stopped, as far back as events are kept. The events `audit.entry` and `*` need a key that also holds `audit:export`.',
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
      summary: 'Send nothing more to an address, and forget what was sent',
      scope: 'webhooks:write',
      params,
      status: 204,
      errors: [404],
      handle: (context, { params }) => deleteEndpoint({ db, ...context }, params.webhookEndpointId),
    }),
    defineRoute({
      method: 'POST',
      path: `${path}/{webhookEndpointId}/rotate-secret`,
      operationId: 'rotateWebhookSecret',
      tag,
      summary: 'Sign with a new secret',
      description:
        'The new secret is shown this once. For 24 hours everything is signed with the one before too: `webhook-signature` then holds two signatures, of which one has to fit.',
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
