import { z } from 'zod';
import type { Database } from '../../platform/db/index.ts';
import {
  defineRoute,
  namedPageParameters,
  namedPageRequest,
  nextPageUrl,
  pageParameters,
  pageRequest,
  type Route,
} from '../../platform/http/index.ts';
import { getRetryConfig, listCampaignsWith, listRetryConfigs } from './read.ts';
import {
  CreateRetryConfig,
  RetryConfig,
  RetryConfigCampaigns,
  RetryConfigPage,
  UpdateRetryConfig,
} from './schemas.ts';
import { createRetryConfig, deleteRetryConfig, updateRetryConfig } from './write.ts';

const params = z.object({ callRetryConfigId: z.string() });
const path = '/api/retry-configs';
const tag = 'Retry configurations';

const createDescription = `Sets how often, and after which outcomes, a customer who was not reached is called again.
\`busy\`: the line was busy; \`no-answer\`: the customer did not answer, or no person spoke; \`voicemail\`: a machine
answered; \`failed\`: the trunk refused the call or could not be reached. Other ends of a call are never followed by a
retry. The delay runs from the end of the attempt, and the call's schedule has to be open then.`;

export function retryConfigRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path,
      operationId: 'createRetryConfig',
      tag,
      summary: 'Create a retry configuration',
      description: createDescription,
      scope: 'schedules:write',
      body: CreateRetryConfig,
      output: RetryConfig,
      status: 201,
      errors: [409],
      handle: (context, { body }) => createRetryConfig({ db, ...context }, body),
    }),
    defineRoute({
      method: 'GET',
      path,
      operationId: 'listRetryConfigs',
      tag,
      summary: 'List retry configurations, newest first',
      scope: 'schedules:read',
      query: z.object(namedPageParameters),
      output: RetryConfigPage,
      status: 200,
      async handle(context, { query }) {
        const { items, next } = await listRetryConfigs({ db, ...context }, namedPageRequest(query));
        return {
          retryConfigs: items,
          metadata: { nextPage: nextPageUrl(context.baseUrl, path, query, next) },
        };
      },
    }),
    ...oneRetryConfigRoutes({ db }),
  ];
}

function oneRetryConfigRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: `${path}/{callRetryConfigId}`,
      operationId: 'getRetryConfig',
      tag,
      summary: 'Read a retry configuration',
      scope: 'schedules:read',
      params,
      output: RetryConfig,
      status: 200,
      errors: [404],
      handle: (context, { params }) => getRetryConfig({ db, ...context }, params.callRetryConfigId),
    }),
    defineRoute({
      method: 'GET',
      path: `${path}/{callRetryConfigId}/campaigns`,
      operationId: 'listRetryConfigCampaigns',
      tag,
      summary: 'List the campaigns that use a retry configuration, newest first',
      description:
        'Returns campaigns that have not ended and have a call that was queued with it. Every call names its own retry configuration.',
      scope: 'schedules:read',
      params,
      query: z.object(pageParameters),
      output: RetryConfigCampaigns,
      status: 200,
      errors: [404],
      async handle(context, { params: { callRetryConfigId }, query }) {
        const page = pageRequest(query);
        const { items, next } = await listCampaignsWith({ db, ...context }, callRetryConfigId, page);
        const own = `${path}/${encodeURIComponent(callRetryConfigId)}/campaigns`;
        return { campaigns: items, metadata: { nextPage: nextPageUrl(context.baseUrl, own, query, next) } };
      },
    }),
    defineRoute({
      method: 'PATCH',
      path: `${path}/{callRetryConfigId}`,
      operationId: 'updateRetryConfig',
      tag,
      summary: 'Change a retry configuration',
      description: 'The change applies to attempts that end from now on.',
      scope: 'schedules:write',
      params,
      body: UpdateRetryConfig,
      output: RetryConfig,
      status: 200,
      errors: [404],
      handle: (context, { params, body }) =>
        updateRetryConfig({ db, ...context }, params.callRetryConfigId, body),
    }),
    defineRoute({
      method: 'DELETE',
      path: `${path}/{callRetryConfigId}`,
      operationId: 'deleteRetryConfig',
      tag,
      summary: 'Delete a retry configuration that no queued and no live call uses',
      scope: 'schedules:write',
      params,
      status: 204,
      errors: [404, 409],
      handle: (context, { params }) => deleteRetryConfig({ db, ...context }, params.callRetryConfigId),
    }),
  ];
}
