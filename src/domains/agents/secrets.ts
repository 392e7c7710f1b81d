import type { Reseal, ResealedColumn, RowKey, SecretKey } from '../../platform/access/index.ts';
import { type FieldError, invalid } from '../../platform/kernel/index.ts';
import type { Headers, StoredHeaders } from './configuration/header-values.ts';
import type { StoredTool, Tool } from './configuration/tools.ts';

/** Whose secrets they are: copied to another agent's they cannot be opened. */
interface SecretOwner {
  organizationId: string;
  agentId: string;
}

/**
 * The tools as they are stored. `{secret: true}` keeps what the tool of that name has in `known`, so long as it is
 * sent to the same place: who may change a tool shall not learn its secret by sending it elsewhere. Throws a
 * validation error where there is nothing to keep.
 */
export function sealTools(
  secret: SecretKey,
  owner: SecretOwner,
  tools: readonly Tool[],
  known: readonly StoredTool[],
): StoredTool[] {
  const errors: FieldError[] = [];
  const sealed = tools.map((tool, index) => {
    if (!('headers' in tool)) return tool;
    const headers: StoredHeaders = {};
    for (const [name, value] of Object.entries(tool.headers)) {
      const stored =
        typeof value === 'string'
          ? value
          : value.secret === true
            ? keptSecret(tool, name, known)
            : { sealed: secret.seal(value.secret, placeOf(owner)).toString('base64') };
      if (stored !== null) headers[name] = stored;
      else errors.push({ field: `tools.${index}.headers.${name}.secret`, message: nothingToKeep });
    }
    return { ...tool, headers };
  });
  if (errors.length > 0) throw invalid(errors);
  return sealed;
}

const nothingToKeep = 'must be given: there is none of this name that goes to the same place';

type WithHeaders<One> = Extract<One, { headers: Headers | StoredHeaders }>;

function keptSecret(
  tool: WithHeaders<Tool>,
  header: string,
  known: readonly StoredTool[],
): { sealed: string } | null {
  const origin = originOf(tool.url);
  for (const one of known) {
    if (one.name !== tool.name || !('headers' in one) || originOf(one.url) !== origin) continue;
    const value = Object.hasOwn(one.headers, header) ? one.headers[header] : undefined;
    if (typeof value === 'object') return value;
  }
  return null;
}

/** The tool's address has no variable before its path. */
function originOf(url: string): string {
  return new URL(url.replaceAll(/\{\{[^{}]*\}\}/g, 'x')).origin;
}

/** The tools as they are shown: without a trace of their secrets. */
export function shownTools(tools: readonly StoredTool[]): Tool[] {
  return tools.map((tool) => {
    if (!('headers' in tool)) return tool;
    const shown = Object.entries(tool.headers).map(([name, value]): [string, Headers[string]] => [
      name,
      typeof value === 'string' ? value : { secret: true },
    ]);
    return { ...tool, headers: Object.fromEntries(shown) };
  });
}

/**
 * The headers as they are sent. The only way to the secrets: hand them on, never log them. Throws when a stored text
 * was altered or sealed with another secret key.
 */
export function openHeaders(
  secret: SecretKey,
  owner: SecretOwner,
  headers: StoredHeaders,
): Record<string, string> {
  const opened = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : secret.open(Buffer.from(value.sealed, 'base64'), placeOf(owner)),
  ]);
  return Object.fromEntries(opened);
}

/** Where the secrets of tools are, for a rotation of the key. */
export const sealedAgentColumns: readonly ResealedColumn[] = [
  { table: 'agents', column: 'draft', key: ['organization_id', 'agent_id'], again: withToolsAgain },
  {
    table: 'agent_versions',
    column: 'configuration',
    key: ['organization_id', 'agent_id', 'version'],
    again: withToolsAgain,
  },
];

function withToolsAgain(value: unknown, row: RowKey, reseal: Reseal): string {
  const configuration = value as { tools?: readonly StoredTool[] };
  const place = placeOf({ organizationId: row.organization_id!, agentId: row.agent_id! });
  const tools = configuration.tools?.map((tool) => {
    if (!('headers' in tool)) return tool;
    const headers = Object.entries(tool.headers).map(([name, header]): [string, StoredHeaders[string]] => [
      name,
      typeof header === 'string'
        ? header
        : { sealed: reseal(Buffer.from(header.sealed, 'base64'), place).toString('base64') },
    ]);
    return { ...tool, headers: Object.fromEntries(headers) };
  });
  return JSON.stringify(tools ? { ...configuration, tools } : configuration);
}

function placeOf({ organizationId, agentId }: SecretOwner): string {
  return `agent:${organizationId}:${agentId}`;
}
