import { z } from 'zod';
import type { SecretKey } from '../../platform/access/index.ts';
import type { Database } from '../../platform/db/index.ts';
import {
  defineRoute,
  hasLargeBody,
  largeBodyBytesMax,
  namedPageParameters,
  namedPageRequest,
  nextPageUrl,
  type Route,
} from '../../platform/http/index.ts';
import { getAgent, listAgents } from './read.ts';
import { Agent, AgentPage, CreateAgent, UpdateAgent } from './schemas.ts';
import { updateAgent } from './update.ts';
import { versionRoutes } from './version-routes.ts';
import { createAgent, deleteAgent } from './write.ts';

const params = z.object({ agentId: z.string() });
const path = '/api/agents';

interface AgentRouteDependencies {
  db: Database;
  secret: SecretKey;
}

export function agentRoutes(dependencies: AgentRouteDependencies): Route[] {
  return [...collectionRoutes(dependencies), ...itemRoutes(dependencies)];
}

/** Creates and lists agents. */
function collectionRoutes({ db, secret }: AgentRouteDependencies): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path,
      operationId: 'createAgent',
      tag: 'Agents',
      summary: 'Create an agent',
      scope: 'agents:write',
      body: CreateAgent,
      bodyBytesMax: largeBodyBytesMax,
      expensive: hasLargeBody,
      output: Agent,
      status: 201,
      handle: (context, { body }) => createAgent({ db, secret, ...context }, body),
    }),
    defineRoute({
      method: 'GET',
      path,
      operationId: 'listAgents',
      tag: 'Agents',
      summary: 'List agents, newest first',
      scope: 'agents:read',
      query: z.object(namedPageParameters),
      output: AgentPage,
      status: 200,
      async handle(context, { query }) {
        const { items, next } = await listAgents({ db, ...context }, namedPageRequest(query));
        return { agents: items, metadata: { nextPage: nextPageUrl(context.baseUrl, path, query, next) } };
      },
    }),
  ];
}

/** Reads, changes and deletes one agent, and serves its versions. */
function itemRoutes({ db, secret }: AgentRouteDependencies): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: `${path}/{agentId}`,
      operationId: 'getAgent',
      tag: 'Agents',
      summary: 'Read an agent',
      scope: 'agents:read',
      params,
      output: Agent,
      status: 200,
      errors: [404],
      handle: (context, { params }) => getAgent({ db, ...context }, params.agentId),
    }),
    defineRoute({
      method: 'PATCH',
      path: `${path}/{agentId}`,
      operationId: 'updateAgent',
      tag: 'Agents',
      summary: 'Change an agent: publish its next version, or save a draft',
      scope: 'agents:write',
      params,
      body: UpdateAgent,
      bodyBytesMax: largeBodyBytesMax,
      expensive: hasLargeBody,
      output: Agent,
      status: 200,
      errors: [404],
      handle: (context, { params, body }) => updateAgent({ db, secret, ...context }, params.agentId, body),
    }),
    ...versionRoutes({ db }),
    defineRoute({
      method: 'DELETE',
      path: `${path}/{agentId}`,
      operationId: 'deleteAgent',
      tag: 'Agents',
      summary: 'Delete an unused agent',
      scope: 'agents:write',
      params,
      status: 204,
      errors: [404, 409],
      handle: (context, { params }) => deleteAgent({ db, ...context }, params.agentId),
    }),
  ];
}
