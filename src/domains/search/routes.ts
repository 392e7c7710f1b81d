import type { Database } from '../../platform/db/index.ts';
import { defineRoute, type Route } from '../../platform/http/index.ts';
import { find } from './find.ts';
import { resultsMax, SearchQuery, SearchResults } from './schemas.ts';

/** The operation that finds resources of every kind. */
export function searchRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/search',
      operationId: 'search',
      tag: 'Search',
      summary: 'Find anything by name, number or id',
      description: `Returns at most ${resultsMax} results of each kind. Calls are found by their id or the customer's number, other resources by a part of their name or by their id. Kinds that the key may not read are left out.`,
      scope: 'organization:read',
      query: SearchQuery,
      output: SearchResults,
      status: 200,
      async handle(context, { query }) {
        return { results: await find({ db, ...context }, query.query) };
      },
    }),
  ];
}
