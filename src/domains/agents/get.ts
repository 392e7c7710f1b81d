import type { ReadScope } from '../../platform/audit/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { Agent } from './schemas.ts';
import { shownAgent } from './shown.ts';
import { findAgent } from './store.ts';

export async function getAgent(scope: ReadScope, agentId: string): Promise<Agent> {
  const agent = await findAgent(scope.db, scope.actor.organizationId, agentId);
  if (!agent) throw notFound('agent');
  return shownAgent(agent);
}
