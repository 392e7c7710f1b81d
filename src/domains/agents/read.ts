import type { ReadScope } from '../../platform/audit/index.ts';
import { type NamedPageRequest, type Page, pageOf } from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { Agent } from './schemas.ts';
import { shownAgent } from './shown.ts';
import { findAgent, selectAgents } from './store/agents.ts';

export async function getAgent(scope: ReadScope, agentId: string): Promise<Agent> {
  const agent = await findAgent(scope.db, scope.actor.organizationId, agentId);
  if (!agent) throw notFound('agent');
  return shownAgent(agent);
}

/** Lists the organization's agents, newest first. */
export async function listAgents(scope: ReadScope, page: NamedPageRequest): Promise<Page<Agent>> {
  const agents = await selectAgents(scope.db, scope.actor.organizationId, page);
  return pageOf(agents.map(shownAgent), page.size, ({ createdAt, agentId }) => ({ createdAt, id: agentId }));
}
