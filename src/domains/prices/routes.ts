import type { Database } from '../../platform/db/index.ts';
import { defineRoute, type Route } from '../../platform/http/index.ts';
import { getPrices } from './get.ts';
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
      summary: 'Read what the organization pays for what its calls use',
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
      summary: 'Set what the organization pays for what its calls use',
      description:
        'Replaces the whole list. Calls that end from now on have a `cost` by it; those that ended before keep theirs. Of several prices the most particular counts: that of the model before that of the provider, that of the trunk before that of every trunk. What is embedded in the program costs nothing unless it has a price.',
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
