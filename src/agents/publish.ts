import { change, type Scope } from '../audit/index.ts';
import { conflict, notFound } from '../kernel/index.ts';
import { requiredVariables } from './required-variables.ts';
import type { Agent } from './schemas.ts';
import { insertVersion, lockAgent } from './store.ts';

/** Makes the draft the version that calls run from now on; those that have begun keep theirs. */
export async function publishAgent(scope: Scope, agentId: string): Promise<Agent> {
  const { organizationId, memberId } = scope.actor;
  return change(scope, async (tx) => {
    const current = await lockAgent(tx, organizationId, agentId);
    if (!current) throw notFound('agent');
    const { draft: configuration } = current;
    if (!configuration) throw conflict('agent.no_draft', 'The agent has no changes that are not published.');
    const values = { configuration, requiredVariables: requiredVariables(configuration), memberId };
    const agent = await insertVersion(tx, organizationId, agentId, { ...values, draft: null });
    return { result: agent, audit: { verb: 'published', type: 'agents', id: agentId, label: agent.name } };
  });
}
