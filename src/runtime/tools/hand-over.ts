import { handOverOf } from '../../conversation/flow/index.ts';
import type { ToolOutcome } from '../../conversation/pipeline/index.ts';
import {
  type AgentRecord,
  builtInVariables,
  fillVariables,
  findAgent,
  flowTools,
  handBackName,
  type StoredTool,
} from '../../domains/agents/index.ts';
import { type BoundTool, followed, fromDatabase, ToolFailure } from './bound-tool.ts';
import type { OtherAgents, ToolCall, ToolEnvironment } from './environment.ts';
import type { HistoryTerms } from './handed-history.ts';

type HandOverTool = Extract<StoredTool, { type: 'handOver' }>;

/** Maximum hand-overs of one call, or of a chat between two messages of the customer. */
export const handOversMax = 10;

/** Variables that every chat has besides those of a call. */
const ofChats = ['chatId', 'customerUniqueId', 'earlierChats'];

const reason = { type: 'string', description: 'Why, and what the customer wants, in a sentence' };
const summary = {
  type: 'string',
  description: 'What the other agent must know of the conversation. It gets nothing else of it',
};

/**
 * Returns the tool with which an agent hands the conversation over to another one. The other agent is prepared before the
 * customer hears of it, so a failure leaves the conversation as it is.
 */
export function handOverTool(
  { db }: Pick<ToolEnvironment, 'db'>,
  call: ToolCall,
  tool: HandOverTool,
): BoundTool | null {
  const { others } = call;
  if (!others) return null;
  const { name, message } = tool;
  const own = tool.parameters as { properties?: object; required?: string[] };
  return {
    isRepeatable: true,
    definition: {
      name,
      description: `${tool.description} The other agent carries the conversation on. Say nothing about it before${message === null ? '' : ': the customer hears a fixed sentence'}.`,
      parameters: { ...own, ...wanted(tool, own) },
    },
    async run(input, signal) {
      const agent = await fromDatabase(findAgent(db, call.organizationId, tool.agentId));
      if (!agent) throw new ToolFailure('the other agent has been deleted');
      const variables = handedVariables(call, tool, input);
      const lacking = lackingVariable(call, agent, variables);
      if (lacking !== undefined)
        throw new ToolFailure(`${agent.published.name} needs the variable ${lacking}, which is not known`);
      const words = { reason: textOf(input.reason), summary: textOf(input.summary) };
      const next = await others.handOver({ kind: 'over', tool, agent, variables, ...words }, signal);
      const spoken = message === null ? '' : fillVariables(message, call.variables).trim();
      return handedTo(next, spoken);
    },
  };
}

/**
 * Returns the tool with which the stages of an agent's flow hand the conversation over; `null` when none does. The model is
 * not offered it: the flow calls it with the variables that were found out.
 */
export function flowHandOverTool(environment: Pick<ToolEnvironment, 'db'>, call: ToolCall): BoundTool | null {
  const { agent } = call;
  if (agent.flow === null) return null;
  const parameters = { type: 'object', properties: agent.flow.variables.properties ?? {} };
  const bound = new Map<string, BoundTool>();
  for (const [stage, its] of Object.entries(agent.flow.stages)) {
    const terms = handOverOf(its);
    const texts = { name: stage, description: stage, message: null };
    const tool =
      terms && handOverTool(environment, call, { type: 'handOver', ...texts, ...terms, parameters });
    if (tool) bound.set(stage, tool);
  }
  if (bound.size === 0) return null;
  return {
    isRepeatable: true,
    definition: {
      name: flowTools(agent).handOverTool,
      description: 'Hands the conversation over to the agent that follows a stage.',
      parameters: {
        type: 'object',
        properties: { stage: { type: 'string', enum: [...bound.keys()] }, values: { type: 'object' } },
        required: ['stage', 'values'],
        additionalProperties: false,
      },
    },
    run: ({ stage, values }, signal) => bound.get(String(stage))!.run({ ...(values as object) }, signal),
  };
}

/** Returns the tool with which an agent hands the conversation back to the one that it has it from. */
export function handBackTool(
  others: OtherAgents,
  returnsTo: NonNullable<OtherAgents['returnsTo']>,
): BoundTool {
  return {
    isRepeatable: true,
    definition: {
      name: handBackName,
      description: `Hands the conversation back to “${returnsTo.name}”, from which you have it. Use it when you have done your part, or when the customer wants something else. Say nothing about it before.`,
      parameters: { type: 'object', ...wanted(returnsTo.terms, {}), additionalProperties: false },
    },
    async run(input, signal) {
      const words = { reason: textOf(input.reason), summary: textOf(input.summary) };
      return handedTo(await others.handOver({ kind: 'back', ...words }, signal), '');
    },
  };
}

function handedTo(
  { name, agentId, version }: { name: string; agentId: string; version: number | null },
  message: string,
): ToolOutcome {
  const result = { handedOverTo: name, agentId, agentVersion: version };
  return followed(result, { kind: 'hand-over', ...(message !== '' && { message }) });
}

/** Returns what the model must give beside the tool's own parameters. */
function wanted({ history }: HistoryTerms, own: { properties?: object; required?: string[] }) {
  const isSummed = history === 'summary';
  return {
    properties: { ...own.properties, reason, ...(isSummed && { summary }) },
    required: [...(own.required ?? []), ...(isSummed ? ['summary'] : [])],
  };
}

/** Returns the variables that the other agent gets: those of this one, and what its model gives. */
function handedVariables(
  { variables, chat }: ToolCall,
  tool: HandOverTool,
  input: Record<string, unknown>,
): Record<string, unknown> {
  const builtIn = new Set<string>([...builtInVariables, ...(chat ? ofChats : [])]);
  const isHanded = (name: string) =>
    tool.variables === 'all' ? !builtIn.has(name) : tool.variables.includes(name);
  const { properties = {} } = tool.parameters as { properties?: object };
  const own = Object.entries(variables).filter(([name]) => isHanded(name));
  const given = Object.entries(input).filter(([name]) => Object.hasOwn(properties, name));
  return Object.fromEntries([...own, ...given]);
}

function lackingVariable(
  { chat }: ToolCall,
  { requiredVariables }: AgentRecord,
  variables: Record<string, unknown>,
): string | undefined {
  const always = new Set<string>([...builtInVariables, ...(chat ? ofChats : [])]);
  return requiredVariables.find((name) => !always.has(name) && (variables[name] ?? null) === null);
}

function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.replaceAll('\u0000', '').trim().slice(0, 4000).toWellFormed();
  return text === '' ? null : text;
}
