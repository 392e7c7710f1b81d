import type { Guard } from '../../conversation/guard-rails/index.ts';
import { Models } from '../../conversation/pipeline/index.ts';
import type { ModelMessage, ModelToolCall } from '../../conversation/providers/interfaces/index.ts';
import {
  type AgentConfiguration,
  fillVariables,
  findAgent,
  type StoredTool,
} from '../../domains/agents/index.ts';
import { delay } from '../../platform/kernel/index.ts';
import { type BoundTool, fromDatabase, ToolFailure } from './bound-tool.ts';
import type { OpenToolRunner, OpenTools, OtherAgents, ToolCall, ToolEnvironment } from './environment.ts';
import { handedHistory } from './handed-history.ts';
import { knowledgeOf, withKnowledge } from './knowledge.ts';
import { openGuard } from './open-guard.ts';

type ConsultTool = Extract<StoredTool, { type: 'consult' }>;

/** Maximum answers of the other agent's model; all but the last call tools. */
const roundsMax = 5;
/** The other agent is asked in writing. */
const aside = { isSpoken: false };
/** MCP servers that take longer to list their tools are left out. */
const serversMsMax = 2_000;

/**
 * Returns the tool with which an agent asks another one a question. The other agent's model answers by its prompt and
 * with its tools that may be repeated; the customer hears nothing of it.
 */
export function consultTool(
  environment: ToolEnvironment,
  call: ToolCall,
  tool: ConsultTool,
  open: OpenTools,
): BoundTool | null {
  const { others } = call;
  if (!others) return null;
  const question = {
    type: 'string',
    maxLength: 4000,
    description: 'The whole question, with all that it needs',
  };
  return {
    isRepeatable: true,
    definition: {
      name: tool.name,
      description: tool.description,
      parameters: {
        type: 'object',
        properties: { question },
        required: ['question'],
        additionalProperties: false,
      },
    },
    async run(input, outer, _key, said) {
      const signal = AbortSignal.any([outer, AbortSignal.timeout(tool.timeoutMs)]);
      const record = await fromDatabase(findAgent(environment.db, call.organizationId, tool.agentId));
      if (!record) throw new ToolFailure('the other agent has been deleted');
      const { version, published } = record;
      // The answer to a question is in no stage.
      const agent = { ...published, flow: null, agentId: tool.agentId, version };
      // What an agent remembers of the customer is its own.
      const { memory: _memory, ...known } = call.variables;
      const variables = { ...defaultsOf(published), ...known };
      await using found = await others.findModels(agent, variables);
      if (found.models.length === 0) throw new ToolFailure(`${agent.name} has no model`);
      await using tools = open(environment, safeCall(call, agent, variables), {
        signal,
        onProblem: () => undefined,
      });
      await Promise.race([tools.complete, delay(serversMsMax, signal)]);
      signal.throwIfAborted();
      const history = handedHistory(withoutPrompt(said?.() ?? []), tool);
      const messages: ModelMessage[] = [
        { role: 'system', content: withKnowledge(fillVariables(agent.prompt, variables), agent, aside) },
        note(call.agent.name),
        ...history,
        { role: 'user', content: String(input.question), input: 'text' },
      ];
      const knowledge = knowledgeOf(
        { db: environment.db, vectors: environment.questionVectors },
        call.organizationId,
        agent,
        aside,
      );
      await using judges = await judgesOf(agent, others, variables);
      const models = judges?.models ?? found.models;
      const guard = await openGuard(agent, { variables, models, onUnjudged: () => undefined });
      const asked = modelsOf(agent, found.models, knowledge);
      const text = await answerOf(asked, messages, { tools, guard, signal });
      // What the other agent must not say, it does not say to agents either.
      const answer = (await guard?.speech(text, '', signal))?.instead ?? text;
      return { result: { answer, agent: agent.name, agentId: agent.agentId, agentVersion: version } };
    },
  };
}

/** English, because the model reads it. */
function note(asker: string): ModelMessage {
  const content = `Another agent, “${asker}”, speaks with a customer now and asks you a question. Answer the agent, not the customer: briefly, and only what you know.`;
  return { role: 'system', content };
}

/** Returns the call for the other agent's tools. It has only those that read, and none that acts on the line. */
function safeCall(
  call: ToolCall,
  agent: AgentConfiguration & { agentId: string },
  variables: Record<string, unknown>,
): ToolCall {
  const { others: _others, ...rest } = call;
  const tools = agent.tools.filter(({ type }) => type === 'http' || type === 'mcp');
  const conversation = { ...agent.conversation, menus: null };
  const silent = { model: null, flow: null, memory: null, languages: [] };
  return { ...rest, variables, agent: { ...agent, tools, ...silent, conversation } };
}

/** Returns the models that judge what the other agent answers; `null` when its own do. */
async function judgesOf(
  agent: Parameters<OtherAgents['findModels']>[0],
  others: OtherAgents,
  variables: Record<string, unknown>,
) {
  const { model } = agent.guardRails;
  return model && others.findModels({ ...agent, model }, variables);
}

function modelsOf(
  agent: AgentConfiguration,
  found: Awaited<ReturnType<OtherAgents['findModels']>>['models'],
  knowledge: ReturnType<typeof knowledgeOf>,
) {
  const { model } = agent;
  return new Models({
    providers: { languageModel: found },
    agent: {
      language: agent.language,
      model: model !== null && 'model' in model ? model.model : null,
      temperature: model !== null && 'temperature' in model ? model.temperature : null,
      droppedAnswersMax: 0,
      mayHoldBack: false,
    },
    knowledge,
    onProblem: () => undefined,
  });
}

async function answerOf(
  models: Models,
  begun: readonly ModelMessage[],
  { tools, guard, signal }: { tools: OpenToolRunner; guard: Guard | null; signal: AbortSignal },
): Promise<string> {
  const messages = [...begun];
  for (let round = 0; round < roundsMax; round++) {
    const isLast = round === roundsMax - 1;
    const definitions = isLast ? [] : tools.definitions.filter(({ name }) => tools.isRepeatable(name));
    const { text, calls } = await ask(models, messages, definitions, signal);
    if (calls.length === 0 && text.trim() !== '') return text.trim();
    if (calls.length === 0) continue;
    messages.push({ role: 'bot', content: text, toolCalls: calls });
    for (const call of calls) {
      const { id, name } = call;
      const isOffered = definitions.some((one) => one.name === name);
      const { result } = isOffered
        ? (guard?.tool(call, messages, tools.valuesOf?.(call)) ?? (await tools.run(call, { signal })))
        : { result: { error: `there is no tool ${name}` } };
      messages.push({ role: 'tool', toolCallId: id, name, content: JSON.stringify(result) ?? 'null' });
    }
  }
  throw new ToolFailure('the other agent gave no answer');
}

async function ask(
  models: Models,
  messages: readonly ModelMessage[],
  tools: OpenToolRunner['definitions'],
  signal: AbortSignal,
): Promise<{ text: string; calls: ModelToolCall[] }> {
  let text = '';
  let calls: ModelToolCall[] = [];
  for await (const part of models.answer({ messages, tools, signal, isSaid: () => false })) {
    if (part.type === 'restart') [text, calls] = ['', []];
    else if (part.type === 'text-delta') text += part.text;
    else if (part.type === 'tool-call') calls.push(part.call);
  }
  return { text, calls };
}

function withoutPrompt(said: readonly ModelMessage[]): readonly ModelMessage[] {
  return said[0]?.role === 'system' ? said.slice(1) : said;
}

function defaultsOf({ variables }: AgentConfiguration): Record<string, unknown> {
  const withDefault = variables.filter((variable) => variable.default !== null);
  return Object.fromEntries(withDefault.map((variable) => [variable.name, variable.default]));
}
