import { z } from 'zod';
import type { Database } from '../../platform/db/index.ts';
import {
  defineRoute,
  nextPageUrl,
  pageParameters,
  pageRequest,
  type Route,
} from '../../platform/http/index.ts';
import { discardDraft } from './discard-draft.ts';
import { getVersion } from './get-version.ts';
import { listVersions } from './list-versions.ts';
import { publishAgent } from './publish.ts';
import { Agent, AgentVersion, AgentVersionPage } from './schemas.ts';

const path = '/api/agents/{agentId}';
const tag = 'Agents';
const params = z.object({ agentId: z.string() });

/** Drafts and what became of them. */
export function versionRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: `${path}/publish`,
      operationId: 'publishAgent',
      tag,
      summary: 'Publish the draft of an agent as its next version',
      description: 'Calls that are dialed or answered from now on run it; those that have begun keep theirs.',
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
      summary: 'Forget the changes to an agent that are not published',
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
