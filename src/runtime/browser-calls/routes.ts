import type { Database } from '../../platform/db/index.ts';
import { defineRoute, nextPageUrl, pageOf, pageRequest, type Route } from '../../platform/http/index.ts';
import { BrowserCallPage, BrowserCallQuery } from './schemas.ts';
import { selectBrowserCalls } from './store.ts';

const path = '/api/browser-calls';

export function browserCallRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path,
      operationId: 'listBrowserCalls',
      tag: 'Agents',
      summary: 'List browser calls with agents, newest first',
      description:
        'Returns the browser calls of the last 400 days with their usage and cost. Their audio and transcripts are not stored.',
      scope: 'agents:read',
      query: BrowserCallQuery,
      output: BrowserCallPage,
      status: 200,
      async handle({ actor, baseUrl }, { query }) {
        const request = pageRequest(query);
        const browserCalls = await selectBrowserCalls(db, actor.organizationId, query.agentId, request);
        const page = pageOf(browserCalls, request.size, ({ createdAt, browserCallId: id }) => ({
          createdAt,
          id,
        }));
        return {
          browserCalls: page.items,
          metadata: { nextPage: nextPageUrl(baseUrl, path, query, page.next) },
        };
      },
    }),
  ];
}
