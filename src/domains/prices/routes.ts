import type { Database } from '../../platform/db/index.ts';
import { defineRoute, type Route } from '../../platform/http/index.ts';
import { getPrices } from './read.ts';
import { PriceList, PriceQuery, SetPrices } from './schemas.ts';
import { setPrices } from './set.ts';

const path = '/api/organization/prices';

export function priceRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path,
      operationId: 'getPrices',
      tag: 'Organization',
      summary: "Read the organization's prices",
      scope: 'organization:read',
      query: PriceQuery,
      output: PriceList,
      status: 200,
      errors: [404],
      handle: (context, { query }) => getPrices({ db, ...context }, query.version ?? null),
    }),
    defineRoute({
      method: 'PUT',
      path,
      operationId: 'setPrices',
      tag: 'Organization',
      summary: "Set the organization's prices",
      description:
        'Replaces the whole price list. Calls that end from now on get their `cost` from it; earlier calls keep theirs. The most specific price applies: that of a model before that of its provider, that of a trunk before that of all trunks. A price may hold from a day, also in the future: a call costs what holds at its end. Embedded providers cost nothing unless they have a price.',
      scope: 'organization:write',
      body: SetPrices,
      bodyBytesMax: 262_144,
      output: PriceList,
      status: 200,
      errors: [],
      handle: (context, { body }) => setPrices({ db, ...context }, body),
    }),
  ];
}
