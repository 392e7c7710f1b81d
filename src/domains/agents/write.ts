import type { SecretKey } from '../../platform/access/index.ts';
import { change, type Scope } from '../../platform/audit/index.ts';
import { conflict, newId, notFound } from '../../platform/kernel/index.ts';
import { checkConfiguration } from './check-configuration.ts';
import type { Agent, CreateAgent } from './schemas.ts';
import { sealTools } from './secrets.ts';
import { shownAgent } from './shown.ts';
import { deleteAgentRow, insertAgent, lockAgentForDeletion } from './store/agents.ts';
import { usersOfAgent } from './store/references.ts';

/** Creates an agent and publishes it as version 1. */
export async function createAgent(scope: Scope & { secret: SecretKey }, input: CreateAgent): Promise<Agent> {
  const { organizationId, memberId } = scope.actor;
  const agentId = newId('agent');
  const tools = sealTools(scope.secret, { organizationId, agentId }, input.tools, []);
  const configuration = { ...input, tools };
  return change(scope, async (tx) => {
    const requiredVariables = await checkConfiguration(tx, organizationId, agentId, configuration);
    const values = { configuration, requiredVariables, memberId };
    const agent = shownAgent(await insertAgent(tx, organizationId, agentId, values));
    return { result: agent, audit: { verb: 'created', type: 'agents', id: agentId, label: agent.name } };
  });
}

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
