import { z } from 'zod';
import type { Database } from '../../platform/db/index.ts';
import { defineRoute, type Route, StreamedBody } from '../../platform/http/index.ts';
import { getScenarioOfCall, toYaml } from './get.ts';
import { ScenarioDocument } from './schema.ts';

const query = z.object({
  format: z.enum(['json', 'yaml']).default('json').describe('`yaml`: as a file for `npm run scenarios`'),
});

/** RFC 9512. */
const yaml = 'application/yaml';

export function scenarioRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/calls/{callId}/scenario',
      operationId: 'getCallScenario',
      tag: 'Calls',
      summary: 'Returns an ended call as a scenario that repeats it',
      description:
        'The scenario contains what the customer said and pressed, and when; the version of the agent that ran the ' +
        'call; and what the agent said and did, as expectations. Stubs return the results of the tools, and transfers ' +
        'reach the simulated customer, so playing the scenario changes nothing outside. Requires the scope ' +
        '`agents:read` as well. 409 for a call that has not ended (`call.not_over`), that never reached its customer ' +
        '(`call.not_played`), or whose agent was deleted (`call.agent_deleted`).',
      scope: 'calls:read',
      furtherScopes: ['agents:read'],
      params: z.object({ callId: z.string() }),
      query,
      output: ScenarioDocument,
      outputContentType: yaml,
      status: 200,
      errors: [404, 409],
      async handle(context, { params, query: { format } }) {
        const scenario = await getScenarioOfCall({ db, ...context }, params.callId);
        if (format === 'json') return ScenarioDocument.parse(scenario);
        const name = `${params.callId}.yaml`;
        return new StreamedBody(`${yaml}; charset=utf-8`, whole(await toYaml(scenario)), {
          'content-disposition': `attachment; filename="${name}"`,
        });
      },
    }),
  ];
}

async function* whole(text: string): AsyncGenerator<string> {
  yield text;
}
