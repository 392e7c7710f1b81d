import { z } from 'zod';
import type { Database } from '../../platform/db/index.ts';
import {
  defineRoute,
  nextPageUrl,
  pageParameters,
  pageRequest,
  type Route,
} from '../../platform/http/index.ts';
import { discardDraft, publishAgent } from './publish.ts';
import { getVersion, listVersions } from './read.ts';
import { Agent, AgentVersion, AgentVersionPage } from './schemas.ts';

const path = '/api/agents/{agentId}';
const tag = 'Agents';
const params = z.object({ agentId: z.string() });

export function versionRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: `${path}/publish`,
      operationId: 'publishAgent',
      tag,
      summary: 'Publish the draft of an agent as its next version',
      description: 'Calls dialed or answered from now on run it. Calls that have begun keep their version.',
      scope: 'agents:write',
      params,
      output: Agent,
      status: 200,
      errors: [404, 409],
      handle: (context, { params }) => publishAgent({ db, ...context }, params.agentId),
    }),
    defineRoute({
      method: 'DELETE',
      path: `${path}/draft`,
      operationId: 'discardAgentDraft',
      tag,
      summary: 'Discard the unpublished changes of an agent',
      scope: 'agents:write',
      params,
      status: 204,
      errors: [404],
      handle: (context, { params }) => discardDraft({ db, ...context }, params.agentId),
    }),
    defineRoute({
      method: 'GET',
      path: `${path}/versions`,
      operationId: 'listAgentVersions',
      tag,
      summary: 'List the published versions of an agent, newest first',
      scope: 'agents:read',
      params,
      query: z.object(pageParameters),
      output: AgentVersionPage,
      status: 200,
      errors: [404],
      async handle(context, { params: { agentId }, query }) {
        const { items, next } = await listVersions({ db, ...context }, agentId, pageRequest(query));
        const own = `/api/agents/${encodeURIComponent(agentId)}/versions`;
        return { versions: items, metadata: { nextPage: nextPageUrl(context.baseUrl, own, query, next) } };
      },
    }),
    defineRoute({
      method: 'GET',
      path: `${path}/versions/{version}`,
      operationId: 'getAgentVersion',
      tag,
      summary: 'Read a published version of an agent',
      scope: 'agents:read',
      params: z.object({ agentId: z.string(), version: z.string().describe('1 for the first') }),
      output: AgentVersion,
      status: 200,
      errors: [404],
      handle: (context, { params }) => getVersion({ db, ...context }, params.agentId, params.version),
    }),
  ];
}
