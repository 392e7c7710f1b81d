import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { type Parley, ParleyError } from '../../../sdk/src/index.ts';
import { brief } from './brief.ts';
import type { OperationTool } from './operation-tools.ts';

/** Results are limited, because an assistant reads all of them. Long lists are read by page. */
const answerCharactersMax = 60_000;
const pageSizeUnlessGiven = 20;

/** Carries out an operation with a tool's arguments. An error of the service is returned as a failed result. */
export async function callOperationTool(
  parley: Parley,
  { method, path, inPath, inQuery, tool, singles }: OperationTool,
  given: Record<string, unknown>,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const unknown = Object.keys(given).filter(
    (name) => !Object.hasOwn(tool.inputSchema.properties ?? {}, name),
  );
  if (unknown.length > 0) return failed(`${unknown.join(', ')}: ${tool.name} has no such argument`);
  const missing = (tool.inputSchema.required ?? []).filter((name) => given[name] === undefined);
  if (missing.length > 0) return failed(missing.map((name) => `${name}: is required`).join('\n'));
  const empty = inPath.filter((name) => String(given[name]) === '');
  if (empty.length > 0) return failed(empty.map((name) => `${name}: must not be empty`).join('\n'));
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given[name])));
  const query = Object.fromEntries(inQuery.map((name) => [name, given[name]]));
  if (inQuery.includes('pageSize')) query.pageSize ??= pageSizeUnlessGiven;
  try {
    const answer = await parley.request(method, address, { query, body: given.body }, { signal });
    return valueResult(brief(answer, singles));
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    const fields = error.fields.map(({ field, message }) => `${field}: ${message}`);
    return failed([`${error.code}: ${error.message}`, ...fields].join('\n'));
  }
}

/** Returns a value as the result of a tool. */
export function valueResult(value: unknown): CallToolResult {
  return said(value === undefined ? 'Done.' : JSON.stringify(value));
}

/** Returns a text as the result of a tool, truncated to `answerCharactersMax`. */
export function said(text: string): CallToolResult {
  if (text.length <= answerCharactersMax) return { content: [{ type: 'text', text }] };
  const cut = `\n… cut after ${answerCharactersMax} of ${text.length} characters: ask for a smaller pageSize or for one thing`;
  return { content: [{ type: 'text', text: text.slice(0, answerCharactersMax) + cut }] };
}

/** Returns the result of a failed tool call. */
export function failed(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
