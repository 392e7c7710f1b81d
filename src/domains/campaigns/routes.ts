import { z } from 'zod';
import type { Scope } from '../../platform/audit/index.ts';
import type { Database, Notifier } from '../../platform/db/index.ts';
import {
  defineRoute,
  hasLargeBody,
  largeBodyBytesMax,
  namedPageParameters,
  namedPageRequest,
  nextPageUrl,
  type RequestContext,
  type Route,
} from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import { CallFilters, CallPage, listCalls } from '../calls/index.ts';
import { comparisonRoute } from './comparison/route.ts';
import { forecastCampaign } from './forecast/forecast-campaign.ts';
import { Forecast, ForecastRequest } from './forecast/schemas.ts';
import { campaignImportRoutes, type ImportRouteDependencies } from './import-routes.ts';
import { endCampaign, pauseCampaign, resumeCampaign } from './move.ts';
import { outcomesRoute } from './outcomes/route.ts';
import { dialingRoute } from './pacing/route.ts';
import type { CampaignQueue } from './queue.ts';
import { getCampaign, listCampaigns } from './read.ts';
import {
  Campaign,
  CampaignCall,
  CampaignCallBatch,
  CampaignCallBatchQueued,
  CampaignCallQueued,
  CampaignDetail,
  CampaignPage,
  CampaignRedial,
  CreateCampaign,
  campaignStatuses,
  UpdateCampaign,
} from './schemas.ts';
import { findCampaign } from './store/campaigns.ts';
import { createCampaign, redialUnknown, resetCampaignCircuit, updateCampaign } from './write.ts';

const tag = 'Campaigns';
const path = '/api/campaigns';
const params = z.object({ campaignId: z.string() });

interface CampaignRouteDependencies extends ImportRouteDependencies {
  notifier: Notifier;
  queue: CampaignQueue;
}

export function campaignRoutes(dependencies: CampaignRouteDependencies): Route[] {
  const { db, notifier, queue } = dependencies;
  return [
    defineRoute({
      method: 'POST',
      path: '/api/agents/{agentId}/calls/campaign',
      ignoresUnknownQuery: true,
      operationId: 'queueCampaignCall',
      tag,
      summary: 'Queue a campaign call',
      description: queueDescription,
      scope: 'campaigns:write',
      params: z.object({ agentId: z.string() }),
      body: CampaignCall,
      bodyBytesMax: largeBodyBytesMax,
      gathers: true,
      expensive: hasLargeBody,
      output: CampaignCallQueued,
      status: 201,
      errors: [404, 409],
      handle: (context, { params, body }) => queue.add({ db, ...context }, params.agentId, body),
    }),
    batchRoute(dependencies),
    defineRoute({
      method: 'GET',
      path,
      operationId: 'listCampaigns',
      tag,
      summary: 'List campaigns, newest first',
      scope: 'campaigns:read',
      query: z.object({
        ...namedPageParameters,
        status: z.enum(campaignStatuses).optional(),
        agentId: z.string().optional(),
      }),
      output: CampaignPage,
      status: 200,
      async handle(context, { query }) {
        const { items, next } = await listCampaigns({ db, ...context }, query, namedPageRequest(query));
        return { campaigns: items, metadata: { nextPage: nextPageUrl(context.baseUrl, path, query, next) } };
      },
    }),
    defineRoute({
      method: 'GET',
      path: `${path}/{campaignId}`,
      operationId: 'getCampaign',
      tag,
      summary: 'Read a campaign with its counts by status and outcome',
      scope: 'campaigns:read',
      params,
      output: CampaignDetail,
      status: 200,
      errors: [404],
      handle: (context, { params }) => getCampaign({ db, ...context }, params.campaignId),
    }),
    createRoute(db),
    updateRoute({ db, notifier }),
    moveRoute({ db, notifier }, 'pause', pauseCampaign, 'Hold the queued calls of a campaign'),
    moveRoute({ db, notifier }, 'resume', resumeCampaign, 'Let a paused campaign dial again'),
    moveRoute({ db, notifier }, 'end', endCampaign, 'End a campaign for good and cancel its queued calls'),
    resetRoute({ db, notifier }),
    redialRoute({ db, notifier }),
    forecastRoute(db),
    outcomesRoute(db),
    dialingRoute(db),
    comparisonRoute(db),
    campaignCallsRoute(db),
    ...campaignImportRoutes(dependencies),
  ];
}

const queueDescription = `Queues one call into the agent's campaign of that name. The first call creates the campaign, and a
call by the name of an ended campaign starts a new one. \`phoneNumber\` is the customer's number. \`phoneNumberId\` is the
organization's number, used as caller id. \`maxConcurrentCalls\` and \`endCampaignAt\` belong to the campaign: a later call
with them changes them for all calls, a call without them changes nothing. A call is queued and held when its number has no
trunk or its campaign is paused; \`GET /api/calls/{callId}/why\` says so. The call is durable when 201 is sent. An unknown
agent is a 404, an unknown id in the body a 400.`;

function batchRoute({ db, queue }: CampaignRouteDependencies): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/agents/{agentId}/calls/campaign/batch',
    operationId: 'queueCampaignCalls',
    tag,
    summary: 'Queue up to 10,000 campaign calls',
    description: batchDescription,
    scope: 'campaigns:write',
    params: z.object({ agentId: z.string() }),
    body: CampaignCallBatch,
    bodyBytesMax: 8_388_608,
    expensive: () => true,
    inProgressMax: 4,
    output: CampaignCallBatchQueued,
    status: 200,
    errors: [404, 409],
    handle: (context, { params, body }) => queue.addBatch({ db, ...context }, params.agentId, body),
  });
}

const batchDescription = `Each call is accepted or refused separately, by the rules of the operation for a single call. \`results\` has one entry for each call, in order. Every accepted call is durable when the answer is sent. \`defaults\` holds the values
that the calls share. With an \`Idempotency-Key\` a repeated request gets the same results. A batch counts as one request for
the rate limit. Import a file for more calls.`;

function createRoute(db: Database): Route {
  return defineRoute({
    method: 'POST',
    path,
    operationId: 'createCampaign',
    tag,
    summary: 'Create a campaign without calls',
    description:
      'Add its calls by a file or one by one. `callDefaults` holds the schedule, the caller id and the retry configuration that the calls of files use. A campaign is also created by its first call; `daytimeOnly` is then false.',
    scope: 'campaigns:write',
    body: CreateCampaign,
    output: Campaign,
    status: 201,
    errors: [409],
    handle: (context, { body }) => createCampaign({ db, ...context }, body),
  });
}

function updateRoute({ db, notifier }: { db: Database; notifier: Notifier }): Route {
  return defineRoute({
    method: 'PATCH',
    path: `${path}/{campaignId}`,
    operationId: 'updateCampaign',
    tag,
    summary: 'Change the cap, the weight, the defaults or the dialing of a campaign',
    scope: 'campaigns:write',
    params,
    body: UpdateCampaign,
    output: Campaign,
    status: 200,
    errors: [404, 409],
    handle: (context, { params, body }) =>
      updateCampaign({ db, notifier, ...context }, params.campaignId, body),
  });
}

const resumeDescription =
  'Rows of a file that is still being imported are called as they are added. `GET …/imports` shows how many are left.';

function moveRoute(
  { db, notifier }: { db: Database; notifier: Notifier },
  name: string,
  verb: (scope: Scope & { notifier: Notifier }, campaignId: string) => Promise<Campaign>,
  summary: string,
): Route {
  return defineRoute({
    method: 'POST',
    path: `${path}/{campaignId}/${name}`,
    operationId: `${name}Campaign`,
    tag,
    summary,
    ...(name === 'resume' && { description: resumeDescription }),
    scope: 'campaigns:write',
    params,
    output: Campaign,
    status: 200,
    errors: [404, 409],
    handle: (context: RequestContext, { params }) => verb({ db, notifier, ...context }, params.campaignId),
  });
}

function resetRoute({ db, notifier }: { db: Database; notifier: Notifier }): Route {
  return defineRoute({
    method: 'POST',
    path: `${path}/{campaignId}/circuit/reset`,
    operationId: 'resetCampaignCircuit',
    tag,
    summary: 'Close the circuit of a campaign by hand',
    description:
      'A circuit opens when too many of the latest attempts of the campaign failed (`circuitBreaker` of the organization). It closes by itself when a probe call succeeds. Failures before the reset do not count.',
    scope: 'campaigns:write',
    params,
    output: CampaignDetail,
    status: 200,
    errors: [404, 409],
    handle: (context, { params }) => resetCampaignCircuit({ db, notifier, ...context }, params.campaignId),
  });
}

function redialRoute({ db, notifier }: { db: Database; notifier: Notifier }): Route {
  return defineRoute({
    method: 'POST',
    path: `${path}/{campaignId}/redial-unknown`,
    operationId: 'redialUnknownCampaignCalls',
    tag,
    summary: 'Dial the calls of a campaign with an unknown outcome again',
    description:
      'Does what `POST /api/calls/{callId}/redial` does for up to 1,000 calls of the campaign, the earliest first. Repeat the request while `hasMore` is true. Skips calls whose phone number, schedule or retry configuration was deleted.',
    scope: 'campaigns:write',
    params,
    output: CampaignRedial,
    status: 200,
    errors: [404, 409],
    handle: (context, { params }) => redialUnknown({ db, notifier, ...context }, params.campaignId),
  });
}

function campaignCallsRoute(db: Database): Route {
  return defineRoute({
    method: 'GET',
    path: `${path}/{campaignId}/calls`,
    operationId: 'listCampaignCalls',
    tag,
    summary: 'List the calls of a campaign, newest first',
    scope: 'campaigns:read',
    params,
    query: CallFilters.omit({ campaignId: true }),
    output: CallPage,
    status: 200,
    errors: [404],
    async handle(context, { params: { campaignId }, query }) {
      if (!(await findCampaign(db, context.actor.organizationId, campaignId))) throw notFound('campaign');
      const { items, next } = await listCalls({ db, ...context }, { ...query, campaignId });
      const own = `${path}/${encodeURIComponent(campaignId)}/calls`;
      return { calls: items, metadata: { nextPage: nextPageUrl(context.baseUrl, own, query, next) } };
    },
  });
}

function forecastRoute(db: Database): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/campaigns/{campaignId}/forecast',
    operationId: 'forecastCampaign',
    tag: 'Campaigns',
    summary: 'Forecast when a campaign will finish',
    description:
      'Simulates the rest of the campaign on a virtual clock. Uses its queued calls and their regions, the schedules, retries and caps, and the outcomes of its calls so far. Changes nothing. `assumptions` lists what is assumed and left out.',
    scope: 'campaigns:read',
    params: z.object({ campaignId: z.string() }),
    body: ForecastRequest,
    expensive: () => true,
    inProgressMax: 2,
    output: Forecast,
    status: 200,
    errors: [404, 409],
    handle: (context, { params, body }) => forecastCampaign({ db, ...context }, params.campaignId, body),
  });
}
