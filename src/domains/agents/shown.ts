import type { Agent, AgentConfiguration, CreateAgent } from './schemas.ts';
import { shownTools } from './secrets.ts';
import type { AgentRecord } from './store/agents.ts';

/** Returns a configuration without its secrets. */
export function shownConfiguration(configuration: AgentConfiguration): CreateAgent {
  return { ...configuration, tools: shownTools(configuration.tools) };
}

/** Returns an agent as the API shows it. */
export function shownAgent(record: AgentRecord): Agent {
  const { agentId, version, published, requiredVariables, draft, createdAt, updatedAt } = record;
  return {
    agentId,
    version,
    ...shownConfiguration(published),
    requiredVariables,
    draft: draft && shownConfiguration(draft),
    createdAt,
    updatedAt,
  };
}
