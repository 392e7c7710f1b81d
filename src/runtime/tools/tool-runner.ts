import type { ToolOutcome } from '../../conversation/pipeline/index.ts';
import { dialoguesOf, flowTools, keysToolName, type StoredTool } from '../../domains/agents/index.ts';
import { schemaProblem } from '../../platform/http/index.ts';
import { ApiError, calledOff, isNestedDeeper } from '../../platform/kernel/index.ts';
import { type BoundTool, failed, ToolFailure } from './bound-tool.ts';
import { builtInTool } from './built-in-tools.ts';
import { consultTool } from './consult.ts';
import type { OpenToolRunner, ToolCall, ToolEnvironment, ToolRunnerOptions } from './environment.ts';
import { flowHandOverTool, handBackTool, handOverTool } from './hand-over.ts';
import { httpTool } from './http-tool.ts';
import { knowledgeTool } from './knowledge.ts';
import { mcpTools } from './mcp-tools.ts';
import { memoryTools } from './memory-tools.ts';
import { fromSpokenWords } from './spoken-arguments.ts';
import { switchLanguageTool } from './switch-language.ts';
import { workflowTool } from './workflow-tool.ts';

type McpServer = Extract<StoredTool, { type: 'mcp' }>;

/** Returns the date in UTC, as scripted dialogues take it. */
const today = () => new Date().toISOString().slice(0, 10);

/** Maximum time of one tool call. */
const timeoutMs = 30_000;

/**
 * Opens the tools of an agent for one call without waiting for MCP servers. A server's tools are added when it has
 * listed them. The call continues without the tools of a server that does not respond. Errors become results that the
 * model can read.
 */
export function openToolRunner(
  environment: ToolEnvironment,
  call: ToolCall,
  { signal, onProblem }: ToolRunnerOptions,
): OpenToolRunner {
  const tools = new Map<string, BoundTool>();
  // The first of two tools with the same name is used. Only the tools of MCP servers can have the name of another.
  const add = (tool: BoundTool) => {
    if (!tools.has(tool.definition.name)) tools.set(tool.definition.name, tool);
  };
  const over = new AbortController();
  const closing: (() => Promise<void>)[] = [];
  const connect = async (server: McpServer): Promise<void> => {
    try {
      const within = AbortSignal.any([signal, over.signal]);
      const found = await mcpTools(environment, call, server, within);
      closing.push(found.close);
      found.tools.forEach(add);
      if (found.leftOut > 0) {
        const error = new Error(`${found.leftOut} tools of the server are too large or too many`);
        onProblem({ tool: server.name, error });
      }
    } catch (error) {
      if (!over.signal.aborted && !signal.aborted) onProblem({ tool: server.name, error });
    }
  };
  const listed = [...call.agent.tools, ...ownToolsOf(call)];
  for (const tool of listed) bind(environment, call, tool, onProblem).forEach(add);
  const { agent, chat, others } = call;
  const byFlow = flowHandOverTool(environment, call);
  if (byFlow) add(byFlow);
  if (others?.returnsTo) add(handBackTool(others, others.returnsTo));
  if (!chat && agent.languages.length > 0) add(switchLanguageTool(agent));
  memoryTools(environment, call).forEach(add);
  const searching = knowledgeTool(environment, call);
  if (searching) add(searching);
  const complete = Promise.all(listed.filter((tool) => tool.type === 'mcp').map(connect));
  return {
    complete,
    isRepeatable: (name) => tools.get(name)?.isRepeatable ?? true,
    get definitions() {
      return [...tools.values()].map(({ definition }) => definition);
    },
    valuesOf: ({ name, arguments: input }) => valuesFor(call, tools.get(name), input).values,
    async run({ name, arguments: input }, context): Promise<ToolOutcome> {
      const tool = tools.get(name);
      if (!tool) return failed(`there is no tool ${name.slice(0, 100)}`);
      const within = AbortSignal.any([context.signal, AbortSignal.timeout(timeoutMs)]);
      try {
        const { parameters } = tool.definition;
        const { values, normalized } = valuesFor(call, tool, input);
        const problem = await schemaProblem(parameters, values, within);
        const outcome =
          problem === null
            ? await tool.run(values, within, context.idempotencyKey, context.said, context.stage)
            : failed(`arguments: ${problem}`);
        const given = isNestedDeeper(outcome.result) ? failed('the response is nested too deeply') : outcome;
        return normalized ? { ...given, normalized } : given;
      } catch (error) {
        onProblem({ tool: name, error });
        return failed(messageOf(error));
      }
    },
    async [Symbol.asyncDispose]() {
      over.abort(calledOff);
      await complete;
      await Promise.all(closing.map((close) => close()));
    },
  };
}

/** Returns the arguments as a tool gets them: in a call, with values in place of spoken words. */
function valuesFor(
  { chat }: ToolCall,
  tool: BoundTool | undefined,
  input: Record<string, unknown>,
): ReturnType<typeof fromSpokenWords> {
  return chat || !tool ? { values: input } : fromSpokenWords(tool.definition.parameters, input, today());
}

function bind(
  environment: ToolEnvironment,
  call: ToolCall,
  tool: StoredTool,
  onProblem: ToolRunnerOptions['onProblem'],
): BoundTool[] {
  // The tools of a server are added when it has listed them.
  if (tool.type === 'mcp') return [];
  const bound = boundTo(environment, call, tool, onProblem);
  return bound ? [bound] : [];
}

function boundTo(
  environment: ToolEnvironment,
  call: ToolCall,
  tool: Exclude<StoredTool, McpServer>,
  onProblem: ToolRunnerOptions['onProblem'],
): BoundTool | null {
  if (tool.type === 'http') return httpTool(environment, call, tool);
  if (tool.type === 'workflow') return workflowTool(environment, call, tool);
  if (tool.type === 'handOver') return handOverTool(environment, call, tool);
  if (tool.type === 'consult') return consultTool(environment, call, tool, openToolRunner);
  return builtInTool(environment, call, tool, (error) => onProblem({ tool: tool.name, error }));
}

/** Returns the built-in tools that the agent's dialogues, flow or settings use and the agent does not list. */
function ownToolsOf({ agent, chat }: ToolCall): Exclude<StoredTool, McpServer>[] {
  const own: Exclude<StoredTool, McpServer>[] = [];
  const listed = new Set(agent.tools.map(({ name }) => name));
  const users = dialoguesOf(agent).map(({ dialogue }) => dialogue);
  for (const { endTool, transferTool } of agent.flow ? [...users, flowTools(agent)] : users) {
    own.push({ type: 'endCall', name: endTool, description: null });
    if (chat || agent.transferDestinations.length > 0)
      own.push({ type: 'transfer', name: transferTool, description: null });
  }
  if (agent.conversation.menus !== null && agent.tools.every(({ type }) => type !== 'sendDtmf'))
    own.push({ type: 'sendDtmf', name: keysToolName, description: null });
  return own.filter(({ name }) => !listed.has(name));
}

/** Returns the failure message for the model: the tool's own message or a category, without internal details. */
function messageOf(error: unknown): string {
  if (error instanceof ToolFailure || error instanceof ApiError) return error.message;
  const name = error instanceof Error ? error.name : '';
  if (name === 'TimeoutError') return 'it took too long';
  if (name === 'AbortError') return 'it was aborted';
  if (name === 'EgressUnsent') return (error as Error).message;
  if (name === 'EgressRefusal') return `not allowed: ${(error as Error).message}`;
  return 'it could not be reached or failed';
}
