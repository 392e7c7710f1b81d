import type { Database } from '../db/index.ts';
import { defineRoute, type Route } from '../http/index.ts';
import { latencyAnalytics } from './latency.ts';
import { LatencyAnalytics, LatencyQuery } from './schemas.ts';

export function analyticsRoutes({ db }: { db: Database }): Route[] {
  return [
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
