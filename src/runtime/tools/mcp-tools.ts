import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { JsonSchemaValidator, jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation';
import { openHeaders, type StoredTool } from '../../domains/agents/index.ts';
import { type BoundTool, ToolFailure } from './bound-tool.ts';
import type { ToolCall, ToolEnvironment } from './environment.ts';
import { fillUrl } from './fill-template.ts';
import { ownerOf } from './http-tool.ts';
import { mcpFetch } from './mcp-fetch.ts';
import { usableTools } from './mcp-list.ts';

type McpServer = Extract<StoredTool, { type: 'mcp' }>;

/** The SDK's code for a request that had no answer in time. */
const timeoutCode = -32001;

/** Requests of a server's own that are answered at most, each by a request of ours. */
const repliesMax = 50;

/**
 * The tools of an MCP server (streamable HTTP), listed once for the call, how many of them are too large to be given to a
 * model or too many, and what ends the connection.
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
  // A server may hold a connection for as long as the call goes on.
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
    { jsonSchemaValidator: takesAnything },
  );
  const options = { timeout: server.timeoutMs, maxTotalTimeout: server.timeoutMs };
  const close = () => client.close().catch(() => undefined);
  try {
    // The transport's types take optional fields otherwise than this program's settings of the compiler.
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
            throw isTimeout(error) ? new DOMException('the server is silent', 'TimeoutError') : error;
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

/** Pages that are asked for at most. */
const pagesMax = 20;

/** The tools of all pages, as far as they are wanted. */
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

/** Loaded when the first agent needs it: nobody else pays for it at the start and in memory. */
async function loadSdk() {
  const [client, transport] = await Promise.all([
    import('@modelcontextprotocol/sdk/client/index.js'),
    import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
  ]);
  return { ...client, ...transport };
}

/**
 * Answers are for the model to understand, whatever shape the server has promised: its schemas may be such that the
 * client cannot use them, or hold regular expressions that take for ever.
 */
const takesAnything: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
  },
};

/** Whether the client has waited long enough; servers use the same code for failures of theirs. */
function isTimeout(error: unknown): boolean {
  const { code, data } = error as { code?: unknown; data?: { timeout?: unknown; maxTotalTimeout?: unknown } };
  return code === timeoutCode && typeof (data?.timeout ?? data?.maxTotalTimeout) === 'number';
}

/** What the model calls a server's tool by: names that every model takes. */
function modelName(server: string, tool: string): string {
  return `${server}_${tool.replaceAll(/[^A-Za-z0-9_-]/g, '_')}`.slice(0, 64);
}

/** The texts of an answer; what else it holds cannot be spoken. */
function textOf(content: unknown): string {
  if (!Array.isArray(content)) return '';
  return content
    .flatMap((part: { type?: unknown; text?: unknown }) => (part.type === 'text' ? [String(part.text)] : []))
    .join('\n')
    .slice(0, 20_000);
}
