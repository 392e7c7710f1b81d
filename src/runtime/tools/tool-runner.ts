import type { ToolOutcome, ToolRunner } from '../../conversation/pipeline/index.ts';
import { dialogueOf, type StoredTool } from '../../domains/agents/index.ts';
import { schemaProblem } from '../../platform/http/index.ts';
import { ApiError, calledOff, isNestedDeeper } from '../../platform/kernel/index.ts';
import { type BoundTool, failed, ToolFailure } from './bound-tool.ts';
import { builtInTool } from './built-in-tools.ts';
import type { ToolCall, ToolEnvironment } from './environment.ts';
import { httpTool } from './http-tool.ts';
import { mcpTools } from './mcp-tools.ts';
import { workflowTool } from './workflow-tool.ts';

type McpServer = Extract<StoredTool, { type: 'mcp' }>;

/** A call's tools, to be closed when the call is over. */
export interface OpenToolRunner extends ToolRunner, AsyncDisposable {
  /** Resolves when every MCP server has given its tools, or will not; it never rejects. */
  readonly complete: Promise<unknown>;
  /** Whether the tool may be run again where it is not known if it was run. */
  isRepeatable(name: string): boolean;
}

export interface ToolRunnerOptions {
  /** Aborts when the call is over. */
  signal: AbortSignal;
  /** A server's tools could not be had, or a tool failed: for the log; neither ends the call. */
  onProblem: (problem: { tool: string; error: unknown }) => void;
}

/** No tool takes longer. */
const timeoutMs = 30_000;

/**
 * The tools of an agent in one call. Nobody waits for MCP servers: a server's tools are among the definitions as soon
 * as it has listed them, and one that does not answer costs the call its tools and nothing else. Whatever goes wrong
 * when a tool runs is a result that the model can read.
 */
export function openToolRunner(
  environment: ToolEnvironment,
  call: ToolCall,
  { signal, onProblem }: ToolRunnerOptions,
): OpenToolRunner {
  const tools = new Map<string, BoundTool>();
  // Of two with one name the first counts; only servers' tools can come to that.
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
        const error = new Error(`${found.leftOut} tools of the server are too large or too many to be used`);
        onProblem({ tool: server.name, error });
      }
    } catch (error) {
      if (!over.signal.aborted && !signal.aborted) onProblem({ tool: server.name, error });
    }
  };
  const listed = [...call.agent.tools, ...ownToolsOf(call)];
  for (const tool of listed) {
    const bound = tool.type === 'mcp' ? null : bind(environment, call, tool);
    if (bound) add(bound);
  }
  const complete = Promise.all(listed.filter((tool) => tool.type === 'mcp').map(connect));
  return {
    complete,
    isRepeatable: (name) => tools.get(name)?.isRepeatable ?? true,
    get definitions() {
      return [...tools.values()].map(({ definition }) => definition);
    },
    async run({ name, arguments: input }, context): Promise<ToolOutcome> {
      const tool = tools.get(name);
      if (!tool) return failed(`there is no tool ${name.slice(0, 100)}`);
      const within = AbortSignal.any([context.signal, AbortSignal.timeout(timeoutMs)]);
      try {
        const problem = schemaProblem(tool.definition.parameters, input);
        if (problem !== null) return failed(`arguments: ${problem}`);
        const outcome = await tool.run(input, within, context.idempotencyKey);
        return isNestedDeeper(outcome.result) ? failed('the answer is nested too deep') : outcome;
      } catch (error) {
        onProblem({ tool: name, error });
        return failed(wordsOf(error));
      }
    },
    async [Symbol.asyncDispose]() {
      over.abort(calledOff);
      await complete;
      await Promise.all(closing.map((close) => close()));
    },
  };
}

function bind(
  environment: ToolEnvironment,
  call: ToolCall,
  tool: Exclude<StoredTool, McpServer>,
): BoundTool | null {
  if (tool.type === 'http') return httpTool(environment, call, tool);
  if (tool.type === 'workflow') return workflowTool(environment, call, tool);
  return builtInTool(environment, call, tool);
}

/** What a dialogue does by itself goes by tools too, which need not be listed for it. */
function ownToolsOf({ agent, chat }: ToolCall): Exclude<StoredTool, McpServer>[] {
  const found = dialogueOf(agent);
  if (!found) return [];
  const { endTool, transferTool } = found.dialogue;
  const listed = new Set(agent.tools.map(({ name }) => name));
  const own: Exclude<StoredTool, McpServer>[] = [{ type: 'endCall', name: endTool, description: null }];
  if (chat || agent.transferDestinations.length > 0) {
    own.push({ type: 'transfer', name: transferTool, description: null });
  }
  return own.filter(({ name }) => !listed.has(name));
}

/** What the model is told of a failure: what was meant for it, or what kind it was; nothing from inside. */
function wordsOf(error: unknown): string {
  if (error instanceof ToolFailure || error instanceof ApiError) return error.message;
  const name = error instanceof Error ? error.name : '';
  if (name === 'TimeoutError') return 'it took too long';
  if (name === 'AbortError') return 'it was called off';
  if (name === 'EgressUnsent') return (error as Error).message;
  if (name === 'EgressRefusal') return `not allowed: ${(error as Error).message}`;
  return 'it could not be reached or failed';
}
