import type { Reseal, ResealedColumn, RowKey, SecretKey } from '../../platform/access/index.ts';
import { type FieldError, invalid } from '../../platform/kernel/index.ts';
import type { Headers, StoredHeaders } from './configuration/header-values.ts';
import type { StoredTool, Tool } from './configuration/tools.ts';

/** The owner that secrets are bound to. Copied to another agent, they cannot be opened. */
interface SecretOwner {
  organizationId: string;
  agentId: string;
}

/**
 * Returns the tools with sealed secrets, as they are stored. `{secret: true}` keeps the stored value of the tool with
 * that name in `known`, if both send to the same origin. Otherwise anyone who may edit a tool could learn its secret by
 * redirecting it. Throws a validation error when there is no value to keep.
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

const nothingToKeep = 'must be given: no stored secret of this name belongs to the same address';

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

/** Returns the origin of a tool's address. The address has no variables before its path. */
function originOf(url: string): string {
  return new URL(url.replaceAll(/\{\{[^{}]*\}\}/g, 'x')).origin;
}

/** Returns the tools without their secrets, as the API shows them. */
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
 * Returns the headers with their secrets opened. Pass them on and never log them. Throws when a sealed value was
 * altered or belongs to another secret key.
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

/** The columns that hold tool secrets, for key rotation. */
export const sealedAgentColumns: readonly ResealedColumn[] = [
  { table: 'agents', column: 'draft', key: ['organization_id', 'agent_id'], again: withToolsAgain },
  {
    table: 'agent_versions',
    column: 'configuration',
    key: ['organization_id', 'agent_id', 'version'],
    again: withToolsAgain,
  },
  {
    // The draft that a test chat uses.
    table: 'chat_trials',
    column: 'draft',
    key: ['organization_id', 'chat_id', 'agent_id'],
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
