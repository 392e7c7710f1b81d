import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { JsonSchemaValidator, jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation';
import { openHeaders, type StoredTool } from '../../domains/agents/index.ts';
import { isNestedDeeper } from '../../platform/kernel/index.ts';
import { type BoundTool, ToolFailure } from './bound-tool.ts';
import type { ToolCall, ToolEnvironment } from './environment.ts';
import { fillUrl } from './fill-template.ts';
import { ownerOf } from './http-tool.ts';
import { mcpFetch } from './mcp-fetch.ts';

type McpServer = Extract<StoredTool, { type: 'mcp' }>;

/** The SDK's error code for a request timeout. */
const timeoutCode = -32001;

/** Maximum requests of the server that are answered. Each answer is an HTTP request. */
const repliesMax = 50;

/**
 * Connects to an MCP server (streamable HTTP) and lists its tools once for the call. `leftOut` counts the tools that are
 * too large or too many for a model. `close` closes the connection.
 */
export async function mcpTools(
  environment: ToolEnvironment,
  call: ToolCall,
  server: McpServer,
  signal: AbortSignal,
): Promise<{ tools: BoundTool[]; leftOut: number; close: () => Promise<void> }> {
  const url = new URL(fillUrl(server.url, call.variables));
  const headers = openHeaders(environment.secret, ownerOf(call), server.headers);
  const [sdk, egress] = await Promise.all([loadSdk(), environment.egress()]);
  // Each call has an outlet of its own, because a server may hold a connection as long as the call lasts.
  const outlet = egress.of(call.organizationId, `mcp ${call.callId}`);
  const fetch = mcpFetch(outlet);
  const transport = new sdk.StreamableHTTPClientTransport(url, { fetch, requestInit: { headers } });
  const send = transport.send.bind(transport);
  let replies = 0;
  transport.send = async (message, options) => {
    const isReply = !Array.isArray(message) && !('method' in message);
    if (!isReply || ++replies <= repliesMax) await send(message, options);
  };
  const client: Client = new sdk.Client(
    { name: 'parley', version: '1.0.0' },
    { jsonSchemaValidator: acceptAnyResult },
  );
  const options = { timeout: server.timeoutMs, maxTotalTimeout: server.timeoutMs };
  const close = () => client.close().catch(() => undefined);
  try {
    // The transport's types treat optional fields differently from this program's compiler settings.
    await client.connect(transport as Parameters<Client['connect']>[0], { ...options, signal });
    const listed = await listAll((cursor) => client.listTools({ cursor }, { ...options, signal }));
    const allowed = listed.filter(({ name }) => server.allowedTools?.includes(name) ?? true);
    const { tools, leftOut } = usableTools(allowed);
    const bound = tools.map(
      ({ name, description = '', inputSchema, annotations }): BoundTool => ({
        definition: { name: modelName(server.name, name), description, parameters: inputSchema },
        isRepeatable: annotations?.readOnlyHint === true || annotations?.idempotentHint === true,
        async run(input, signal) {
          const asked = client.callTool({ name, arguments: input }, undefined, { ...options, signal });
          const answer = await asked.catch((error: unknown) => {
            signal.throwIfAborted();
            throw isTimeout(error) ? new DOMException('the server does not respond', 'TimeoutError') : error;
          });
          const result = answer.structuredContent ?? textOf(answer.content);
          if (answer.isError) throw new ToolFailure(String(textOf(answer.content)));
          return { result };
        },
      }),
    );
    return { tools: bound, leftOut, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Maximum pages to request. */
const pagesMax = 20;

/** Returns the tools of all pages, up to the limit. */
async function listAll<T>(
  page: (cursor?: string) => Promise<{ tools: T[]; nextCursor?: string | undefined }>,
): Promise<T[]> {
  const tools: T[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < pagesMax; pages++) {
    const { tools: more, nextCursor } = await page(cursor);
    tools.push(...more);
    if (nextCursor === undefined || nextCursor === cursor) break;
    cursor = nextCursor;
  }
  return tools;
}

/** Loads the MCP SDK on first use. A process that uses no MCP server saves its start time and memory. */
async function loadSdk() {
  const [client, transport] = await Promise.all([
    import('@modelcontextprotocol/sdk/client/index.js'),
    import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
  ]);
  return { ...client, ...transport };
}

/**
 * Accepts every result, because the model interprets it. The client may not support the schema that the server declared,
 * and a regular expression in it could run for ever.
 */
const acceptAnyResult: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
  },
};

/** Returns whether the client's own timeout elapsed. Servers use the same code, but without the data of a timeout. */
function isTimeout(error: unknown): boolean {
  const { code, data } = error as { code?: unknown; data?: { timeout?: unknown; maxTotalTimeout?: unknown } };
  return code === timeoutCode && typeof (data?.timeout ?? data?.maxTotalTimeout) === 'number';
}

/** Returns a tool name that every model accepts. */
function modelName(server: string, tool: string): string {
  return `${server}_${tool.replaceAll(/[^A-Za-z0-9_-]/g, '_')}`.slice(0, 64);
}

/** Returns the texts of a result; other content cannot be spoken. */
function textOf(content: unknown): string {
  if (!Array.isArray(content)) return '';
  return content
    .flatMap((part: { type?: unknown; text?: unknown }) => (part.type === 'text' ? [String(part.text)] : []))
    .join('\n')
    .slice(0, 20_000);
}

/** Maximum tools of one server, and their total characters. A model receives them with each request. */
const toolsMax = 100;
const charactersMax = 262_144;
/** Maximum JSON characters of one tool. A longer description is cut. */
const toolCharactersMax = 32_768;
const descriptionCharactersMax = 4_000;

/** A tool as a server lists it. */
interface ListedTool {
  name: string;
  description?: string | undefined;
  inputSchema: Record<string, unknown>;
}

/** Returns the tools that fit a model, with long descriptions cut, and the number of tools left out. */
function usableTools<T extends ListedTool>(listed: readonly T[]): { tools: T[]; leftOut: number } {
  const tools: T[] = [];
  let characters = 0;
  for (const tool of listed) {
    if (tools.length === toolsMax) break;
    const description = tool.description?.slice(0, descriptionCharactersMax).toWellFormed();
    if (isNestedDeeper(tool.inputSchema)) continue;
    const size = JSON.stringify([tool.name, description, tool.inputSchema]).length;
    if (size > toolCharactersMax || characters + size > charactersMax) continue;
    characters += size;
    tools.push({ ...tool, description });
  }
  return { tools, leftOut: listed.length - tools.length };
}
