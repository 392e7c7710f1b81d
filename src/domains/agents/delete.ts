import { change, type Scope } from '../../platform/audit/index.ts';
import { conflict, notFound } from '../../platform/kernel/index.ts';
import { deleteAgentRow, lockAgentForDeletion } from './store/agents.ts';
import { usersOfAgent } from './store/references.ts';

export async function deleteAgent(scope: Scope, agentId: string): Promise<void> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    const agent = await lockAgentForDeletion(tx, organizationId, agentId);
    if (!agent) throw notFound('agent');
    const users = await usersOfAgent(tx, organizationId, agentId);
    if (users.length > 0) throw conflict('agent.in_use', `The agent is in use by ${users.join(', ')}.`);
    await deleteAgentRow(tx, organizationId, agentId);
    return {
      result: undefined,
      audit: { verb: 'deleted', type: 'agents', id: agentId, label: agent.published.name },
    };
  });
}
