import { change, type Scope } from '../audit/index.ts';
import { notFound, withChanges } from '../kernel/index.ts';
import { requiredVariables } from './required-variables.ts';
import type { Agent, UpdateAgent } from './schemas.ts';
import { lockAgent, updateAgentRow } from './store.ts';

/** Changes the given fields; what the whole then says is checked as at the creation. */
export async function updateAgent(scope: Scope, agentId: string, input: UpdateAgent): Promise<Agent> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    const current = await lockAgent(tx, organizationId, agentId);
    if (!current) throw notFound('agent');
    const merged = withChanges(current, input);
    const values = { ...merged, requiredVariables: requiredVariables(merged) };
    const agent = await updateAgentRow(tx, organizationId, agentId, values);
    return { result: agent, audit: { verb: 'updated', type: 'agents', id: agentId, label: agent.name } };
  });
}
