import type { FieldError } from '../../platform/kernel/index.ts';
import type { AgentConfiguration } from './schemas.ts';

/** A dialogue of an agent's, with the field that it is in; null: neither its model nor the fallback is scripted. */
export function dialogueOf({ model }: Pick<AgentConfiguration, 'model'>) {
  if (model === null) return null;
  if (model.provider === 'scripted') return { dialogue: model.dialogue, field: 'model.dialogue' };
  const { fallback } = model;
  return fallback?.provider === 'scripted'
    ? { dialogue: fallback.dialogue, field: 'model.fallback.dialogue' }
    : null;
}

/** The tools that a dialogue calls and the agent has not. What MCP servers have is known in calls only. */
export function dialogueProblems(agent: Pick<AgentConfiguration, 'model' | 'tools'>): FieldError[] {
  const found = dialogueOf(agent);
  if (!found) return [];
  const { dialogue, field } = found;
  const names = new Set([dialogue.endTool, dialogue.transferTool]);
  const prefixes: string[] = [];
  for (const { type, name } of agent.tools) {
    if (type === 'mcp') prefixes.push(`${name}_`);
    else names.add(name);
  }
  return Object.entries(dialogue.nodes).flatMap(([node, { call }]) => {
    if (!call || names.has(call.tool)) return [];
    if (prefixes.some((prefix) => call.tool.startsWith(prefix))) return [];
    return [{ field: `${field}.nodes.${node}.call.tool`, message: 'is none of the tools of the agent' }];
  });
}
