import { change, type Scope } from '../audit/index.ts';
import { newId } from '../kernel/index.ts';
import { requiredVariables } from './required-variables.ts';
import type { Agent, CreateAgent } from './schemas.ts';
import { insertAgent } from './store.ts';

export async function createAgent(scope: Scope, input: CreateAgent): Promise<Agent> {
  const values = { ...input, requiredVariables: requiredVariables(input) };
  return change(scope, async (tx) => {
    const agent = await insertAgent(tx, scope.actor.organizationId, newId('agent'), values);
    return {
      result: agent,
      audit: { verb: 'created', type: 'agents', id: agent.agentId, label: agent.name },
    };
  });
}
