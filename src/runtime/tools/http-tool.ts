import type { JsonSchema } from '../../conversation/providers/interfaces/index.ts';
import { openHeaders, type StoredTool } from '../../domains/agents/index.ts';
import { schemaProblem } from '../../platform/http/index.ts';
import { type BoundTool, ToolFailure } from './bound-tool.ts';
import type { ToolCall, ToolEnvironment } from './environment.ts';
import { fillJson, fillUrl } from './fill-template.ts';

type HttpTool = Extract<StoredTool, { type: 'http' }>;

/** Maximum characters of a response that is not JSON. The model receives them. */
const textMax = 10_000;

/**
 * Returns a tool that sends an HTTP request. The response is its result. A status outside 200 to 299 is a failure with
 * the first 500 characters of the response.
 */
export function httpTool(environment: ToolEnvironment, call: ToolCall, tool: HttpTool): BoundTool {
  const { name, description, parameters } = tool;
  const opened = environment.egress();
  // `run` reports the rejection.
  opened.catch(() => undefined);
  return {
    definition: { name, description, parameters },
    isRepeatable: true,
    async run(input, signal, idempotencyKey) {
      // The model must not override the call's variables or fill undeclared ones.
      const values = { ...declaredOf(parameters, input), ...call.variables };
      const headers = openHeaders(environment.secret, ownerOf(call), tool.headers);
      const body = bodyOf(tool, input, values);
      const egress = (await opened).of(call.organizationId, 'tools');
      const response = await egress.fetch(fillUrl(tool.url, values), {
        method: tool.method,
        headers: {
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
          ...headers,
        },
        ...(body === null ? {} : { body }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(tool.timeoutMs)]),
      });
      const text = await response.text();
      if (!response.ok) throw new ToolFailure(`status ${response.status}: ${text.slice(0, 500)}`);
      const result = readAnswer(text);
      const problem = tool.responseSchema && (await schemaProblem(tool.responseSchema, result, signal));
      if (problem) throw new ToolFailure(`the response does not match the schema: ${problem}`);
      return { result };
    },
  };
}

export function ownerOf(call: ToolCall): { organizationId: string; agentId: string } {
  return { organizationId: call.organizationId, agentId: call.agent.agentId };
}

/** Returns the model's arguments that the tool's parameters declare. */
function declaredOf({ properties }: JsonSchema, input: Record<string, unknown>): Record<string, unknown> {
  const isDeclared = (name: string) =>
    typeof properties === 'object' && properties !== null && Object.hasOwn(properties, name);
  return Object.fromEntries(Object.entries(input).filter(([name]) => isDeclared(name)));
}

function bodyOf(tool: HttpTool, input: object, values: Record<string, unknown>): string | null {
  if (tool.body !== null) return JSON.stringify(fillJson(tool.body, values));
  return tool.method === 'GET' || tool.method === 'DELETE' ? null : JSON.stringify(input);
}

function readAnswer(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text.slice(0, textMax);
  }
}
