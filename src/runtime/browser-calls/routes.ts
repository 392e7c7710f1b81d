import type { Database } from '../../platform/db/index.ts';
import { defineRoute, nextPageUrl, pageRequest, type Route } from '../../platform/http/index.ts';
import { listTalks } from './list.ts';
import { TalkPage, TalkQuery } from './schemas.ts';

const path = '/api/talks';

export function talkRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path,
      operationId: 'listTalks',
      tag: 'Agents',
      summary: 'List talks with agents in the browser, newest first',
      description:
        'What people of the organization tried at the console, for what it cost: nothing that was said is kept. Talks of the last 400 days.',
      scope: 'agents:read',
      query: TalkQuery,
      output: TalkPage,
      status: 200,
      async handle(context, { query }) {
        const { items, next } = await listTalks({ db, ...context }, query, pageRequest(query));
        return { talks: items, metadata: { nextPage: nextPageUrl(context.baseUrl, path, query, next) } };
      },
    }),
  ];
}
