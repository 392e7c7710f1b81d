import { change, type Scope } from '../audit/index.ts';
import { newId } from '../kernel/index.ts';
import { requiredVariables } from './required-variables.ts';
import type { Agent, CreateAgent } from './schemas.ts';
import { insertAgent } from './store.ts';

/** A new agent, published as version 1. */
export async function createAgent(scope: Scope, configuration: CreateAgent): Promise<Agent> {
  const { organizationId, memberId } = scope.actor;
  const values = { configuration, requiredVariables: requiredVariables(configuration), memberId };
  return change(scope, async (tx) => {
    const agent = await insertAgent(tx, organizationId, newId('agent'), values);
    return {
      result: agent,
      audit: { verb: 'created', type: 'agents', id: agent.agentId, label: agent.name },
    };
  });
}
