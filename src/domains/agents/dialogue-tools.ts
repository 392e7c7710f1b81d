import type { FieldError } from '../../platform/kernel/index.ts';
import type { AgentConfiguration } from './schemas.ts';

/** The tool for keys of an agent with `conversation.menus` that lists none of its own. */
export const keysToolName = 'pressKeys';
/** The tools of an agent with `memory`. */
export const rememberToolName = 'rememberFact';
export const forgetToolName = 'forgetFact';
/** The tool by which an agent with `knowledge` searches its sources. */
export const searchToolName = 'searchKnowledge';
/** The tool that hands a conversation back. Only an agent that has it from another one has the tool. */
export const handBackName = 'handBack';

/** Returns the agent's first dialogue and its field, or null when neither the model nor a fallback is scripted. */
export function dialogueOf({ model }: Pick<AgentConfiguration, 'model'>) {
  if (model === null) return null;
  if (model.provider === 'scripted') return { dialogue: model.dialogue, field: 'model.dialogue' };
  for (const [index, one] of model.fallbacks.entries()) {
    if (one.provider === 'scripted')
      return { dialogue: one.dialogue, field: `model.fallbacks.${index}.dialogue` };
  }
  return null;
}

/** Returns all dialogues that the agent may play, with their fields: its first one, and those of its flow. */
export function dialoguesOf(agent: Pick<AgentConfiguration, 'model' | 'flow'>) {
  const own = dialogueOf(agent);
  const stages = Object.entries(agent.flow?.stages ?? {}).flatMap(([name, { dialogue }]) =>
    dialogue === null ? [] : [{ dialogue, field: `flow.stages.${name}.dialogue` }],
  );
  return own ? [own, ...stages] : stages;
}

type FoundDialogue = ReturnType<typeof dialoguesOf>[number];

/** Reports tools that a dialogue calls and the agent lacks. Tools of MCP servers are only known during a call. */
export function dialogueProblems(
  agent: Pick<AgentConfiguration, 'model' | 'flow' | 'tools' | 'conversation' | 'memory' | 'knowledge'>,
): FieldError[] {
  return [...dialoguesOf(agent).flatMap((found) => callProblems(agent, found)), ...strayStages(agent)];
}

/** Reports nodes that lead to a stage in a dialogue outside a flow. */
function strayStages(agent: Pick<AgentConfiguration, 'model'>): FieldError[] {
  const found = dialogueOf(agent);
  return Object.entries(found?.dialogue.nodes ?? {}).flatMap(([node, { stage }]) =>
    stage === undefined
      ? []
      : [{ field: `${found!.field}.nodes.${node}.stage`, message: 'is only allowed in a stage of a flow' }],
  );
}

function callProblems(
  agent: Pick<AgentConfiguration, 'tools' | 'conversation' | 'memory' | 'knowledge'>,
  { dialogue, field }: FoundDialogue,
): FieldError[] {
  const names = new Set([dialogue.endTool, dialogue.transferTool, handBackName]);
  if (agent.conversation.menus !== null) names.add(keysToolName);
  if (agent.knowledge) names.add(searchToolName);
  if (agent.memory) names.add(forgetToolName);
  if (agent.memory?.writtenBy.tool) names.add(rememberToolName);
  const prefixes: string[] = [];
  for (const { type, name } of agent.tools) {
    if (type === 'mcp') prefixes.push(`${name}_`);
    else names.add(name);
  }
  return Object.entries(dialogue.nodes).flatMap(([node, { call }]) => {
    if (!call || names.has(call.tool)) return [];
    if (prefixes.some((prefix) => call.tool.startsWith(prefix))) return [];
    return [
      { field: `${field}.nodes.${node}.call.tool`, message: "must be the name of one of the agent's tools" },
    ];
  });
}

/**
 * Reports destinations that a dialogue transfers to and the agent lacks. A destination with `{{name}}` is only known
 * during a call.
 */
export function transferProblems(
  agent: Pick<AgentConfiguration, 'model' | 'flow' | 'transferDestinations'>,
): FieldError[] {
  const known = new Set(agent.transferDestinations.map(({ name }) => name));
  return dialoguesOf(agent).flatMap((found) =>
    Object.entries(found.dialogue.nodes).flatMap(([node, { transfer }]) => {
      if (!transfer || transfer.destination.includes('{{') || known.has(transfer.destination)) return [];
      const field = `${found.field}.nodes.${node}.transfer.destination`;
      return [{ field, message: 'must be the name of one of transferDestinations' }];
    }),
  );
}
