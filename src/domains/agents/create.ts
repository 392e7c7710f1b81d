import type { SecretKey } from '../../platform/access/index.ts';
import { change, type Scope } from '../../platform/audit/index.ts';
import { newId } from '../../platform/kernel/index.ts';
import { checkConfiguration } from './check-configuration.ts';
import type { Agent, CreateAgent } from './schemas.ts';
import { sealTools } from './secrets.ts';
import { shownAgent } from './shown.ts';
import { insertAgent } from './store/agents.ts';

/** Creates an agent and publishes it as version 1. */
export async function createAgent(scope: Scope & { secret: SecretKey }, input: CreateAgent): Promise<Agent> {
  const { organizationId, memberId } = scope.actor;
  const agentId = newId('agent');
  const tools = sealTools(scope.secret, { organizationId, agentId }, input.tools, []);
  const configuration = { ...input, tools };
  return change(scope, async (tx) => {
    const requiredVariables = await checkConfiguration(tx, organizationId, configuration);
    const values = { configuration, requiredVariables, memberId };
    const agent = shownAgent(await insertAgent(tx, organizationId, agentId, values));
    return { result: agent, audit: { verb: 'created', type: 'agents', id: agentId, label: agent.name } };
  });
}
