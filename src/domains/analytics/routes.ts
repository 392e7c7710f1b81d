import type { Database } from '../../platform/db/index.ts';
import { defineRoute, type Route } from '../../platform/http/index.ts';
import { callBreakdown } from './breakdown.ts';
import { callAnalytics } from './calls.ts';
import { latencyAnalytics } from './latency.ts';
import { overview } from './overview.ts';
import {
  CallAnalytics,
  CallAnalyticsQuery,
  CallBreakdown,
  CallBreakdownQuery,
  LatencyAnalytics,
  LatencyQuery,
  Overview,
  OverviewQuery,
  ProcessList,
  ProviderSpeeds,
  SpeedQuery,
  TurnedAwayCalls,
  TurnedAwayQuery,
} from './schemas.ts';
import { providerSpeeds } from './speeds.ts';
import { selectProcesses } from './store/figures.ts';
import { turnedAwayCalls } from './turned-away.ts';

export function analyticsRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/overview',
      operationId: 'getOverview',
      tag: 'Analytics',
      summary: 'Show the present state, today, the last hour, and what needs attention',
      description:
        'The overview of an organization. Its cost does not grow with the number of calls, because counts are updated with each call.',
      scope: 'calls:read',
      query: OverviewQuery,
      output: Overview,
      status: 200,
      handle: (context, { query }) => overview({ db, ...context }, query, Date.now()),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/analytics/calls',
      operationId: 'getCallAnalytics',
      tag: 'Analytics',
      summary: 'Count calls now, and created and ended calls by hour',
      description:
        'Covers the whole hours from `from` to `to`: at most 31 days, within the last 400 days. The answer names them. A call counts in the hour it was created and in the hour it ended. `now` holds the counts of this moment. Counts are updated with each call, so the cost does not grow with the number of calls. They include calls whose records were removed.',
      scope: 'calls:read',
      query: CallAnalyticsQuery,
      output: CallAnalytics,
      status: 200,
      errors: [],
      handle: (context, { query }) => callAnalytics({ db, ...context }, query, Date.now()),
    }),
    breakdownRoute(db),
    speedsRoute(db),
    turnedAwayRoute(db),
    defineRoute({
      method: 'GET',
      path: '/api/analytics/latency',
      operationId: 'getLatencyAnalytics',
      tag: 'Analytics',
      summary: 'Show how long callers waited for the agents',
      description:
        'Reads the latency ledgers of the latest 5000 calls in a period of at most 31 days. A percentile is the smallest time that this share of turns did not exceed. 404 when no agent has the id `agentId`, unless the period has calls of that agent or there are other filters.',
      scope: 'calls:read',
      query: LatencyQuery,
      output: LatencyAnalytics,
      status: 200,
      errors: [404],
      expensive: ({ query }) => 'campaignId' in query || 'trunkId' in query || 'type' in query,
      handle: (context, { query }) => latencyAnalytics({ db, ...context }, query, Date.now()),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/processes',
      operationId: 'listProcesses',
      tag: 'Analytics',
      summary: 'List the processes of the installation, with their versions',
      description:
        'The processes serve all organizations. Of several versions, which an upgrade has, each must be the one before or after the others. At most 200, the oldest first.',
      scope: 'organization:read',
      output: ProcessList,
      status: 200,
      errors: [],
      handle: async () => ({ processes: await selectProcesses(db) }),
    }),
  ];
}

function turnedAwayRoute(db: Database): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/analytics/turned-away',
    operationId: 'getTurnedAwayCalls',
    tag: 'Analytics',
    summary: 'Count the inbound calls that were refused without a record',
    description:
      'Calls to a known number of which no record exists: all concurrent calls were in use, or the number has no usable agent. Covers the whole hours from `from` to `to`, at most 400 days. A refused call is counted within a few seconds. Calls that a process refused because it was at its limit are counted by `GET /api/processes`.',
    scope: 'calls:read',
    query: TurnedAwayQuery,
    output: TurnedAwayCalls,
    status: 200,
    errors: [],
    handle: (context, { query }) => turnedAwayCalls({ db, ...context }, query, Date.now()),
  });
}

function speedsRoute(db: Database): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/analytics/providers',
    operationId: 'getProviderSpeeds',
    tag: 'Analytics',
    summary: 'Show how fast models, voices and transcribers were in calls',
    description:
      'Reads the latency ledgers of the latest 2000 conversations in a period of at most 31 days. A call counts for a part that one provider served, as the version of its agent names it. Calls in which a fallback took over or several agents took part are left out.',
    scope: 'calls:read',
    query: SpeedQuery,
    output: ProviderSpeeds,
    status: 200,
    errors: [],
    expensive: () => true,
    inProgressMax: 2,
    handle: (context, { query }) => providerSpeeds({ db, ...context }, query, Date.now()),
  });
}

function breakdownRoute(db: Database): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/analytics/breakdown',
    operationId: 'getCallBreakdown',
    tag: 'Analytics',
    summary: 'Compare calls by day, hour, agent, campaign or trunk',
    description:
      'Counts the calls that were created in a period of at most 400 days and are over. Calls whose records were removed are not counted.',
    scope: 'calls:read',
    query: CallBreakdownQuery,
    output: CallBreakdown,
    status: 200,
    errors: [],
    expensive: () => true,
    inProgressMax: 2,
    handle: (context, { query }) => callBreakdown({ db, ...context }, query, Date.now()),
  });
}
