import type { Database } from '../../platform/db/index.ts';
import { defineRoute, type Route } from '../../platform/http/index.ts';
import { ProviderCircuitList } from './schemas.ts';
import { selectProviderCircuits } from './store.ts';

const description = `Returns at most 100. A provider that sends nothing in time, or that fails twice in a row, is avoided for 15 s
while another provider of the chain can be asked. Each probe that fails doubles the time, up to two minutes. Each process
decides by what it has seen itself.`;

export function circuitRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/provider-circuits',
      operationId: 'listProviderCircuits',
      tag: 'Agents',
      summary: 'List the providers that calls avoid now, because their last requests failed',
      description,
      scope: 'agents:read',
      output: ProviderCircuitList,
      status: 200,
      handle: async ({ actor }) => ({
        providerCircuits: await selectProviderCircuits(db, actor.organizationId),
      }),
    }),
  ];
}
