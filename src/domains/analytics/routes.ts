import type { Database } from '../../platform/db/index.ts';
import { defineRoute, type Route } from '../../platform/http/index.ts';
import { callAnalytics } from './calls.ts';
import { latencyAnalytics } from './latency.ts';
import { overview } from './overview.ts';
import {
  CallAnalytics,
  CallAnalyticsQuery,
  LatencyAnalytics,
  LatencyQuery,
  Overview,
  OverviewQuery,
} from './schemas.ts';

export function analyticsRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/overview',
      operationId: 'getOverview',
      tag: 'Analytics',
      summary: 'This moment, today, the last hour, and what needs attention',
      description:
        'For a page that is looked at first. It takes no longer with many calls: what is counted was counted when it happened.',
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
      summary: 'How many calls there are, were created and ended',
      description:
        'Of the whole hours that `from` and `to` lie in, at most 31 days and at most 400 days ago, which the answer tells; a call counts where it was created, and again where it ended. What `now` tells is of this moment. The figures are kept when calls happen, so that the answer takes no longer with many calls; those of records that were removed meanwhile stay in them.',
      scope: 'calls:read',
      query: CallAnalyticsQuery,
      output: CallAnalytics,
      status: 200,
      errors: [],
      handle: (context, { query }) => callAnalytics({ db, ...context }, query, Date.now()),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/analytics/latency',
      operationId: 'getLatencyAnalytics',
      tag: 'Analytics',
      summary: 'How long callers waited for the agents',
      description:
        'From the latency ledgers of the calls of a period of at most 31 days, the latest 5000 of them: each percentile is the smallest time that so many of the turns did not exceed. An `agentId` of which there is neither an agent nor a call of the period is 404.',
      scope: 'calls:read',
      query: LatencyQuery,
      output: LatencyAnalytics,
      status: 200,
      errors: [404],
      handle: (context, { query }) => latencyAnalytics({ db, ...context }, query, Date.now()),
    }),
  ];
}
