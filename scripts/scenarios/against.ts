import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { type Reaching, type Scenario, withStubs } from '../../src/domains/scenarios/index.ts';
import type { Api } from '../demo/api.ts';

/** Fields of an agent's configuration, as PATCH /api/agents takes them. */
export type AgentChanges = Record<string, unknown>;

type Tool = Record<string, unknown>;

/** Fields of an agent that are not configuration, or do not affect a conversation. */
const notPlayed = new Set([
  ...['agentId', 'version', 'requiredVariables', 'draft', 'createdAt', 'updatedAt', 'analysis'],
]);
/** The fields of a tool with effects outside the conversation. */
const reaching: ReadonlySet<unknown> = new Set(['http', 'mcp', 'workflow']);

/** Reads an agent's configuration, or a part of it, from a YAML or JSON file. Rejects for anything else. */
export async function readAgentFile(path: string): Promise<AgentChanges> {
  const value: unknown = parse(await readFile(path, 'utf8'));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`${path}: must be an object with an agent's configuration`);
  }
  return withoutFacts(value);
}

/** Returns the configuration of an agent of the service: the published one, or the draft. */
export async function readAgent(api: Api, agentId: string, isDraft = false): Promise<AgentChanges> {
  const agent = await api.get<{ draft: object | null }>(`/api/agents/${encodeURIComponent(agentId)}`);
  if (!isDraft) return withoutFacts(agent);
  if (agent.draft === null) throw new Error(`the agent ${agentId} has no draft`);
  return withoutFacts(agent.draft);
}

function withoutFacts(agent: object): AgentChanges {
  return Object.fromEntries(Object.entries(agent).filter(([name]) => !notPlayed.has(name)));
}

/**
 * Returns the scenario with changed fields of its agent. Its stubs answer the same tools as before. Other tools with
 * effects outside the conversation get a 404.
 */
export function withAgent(scenario: Scenario, base: AgentChanges, changes: AgentChanges): Scenario {
  const { agentId: _, ...rest } = scenario;
  const before = toolsOf(base);
  const own = { ...base, ...changes };
  const isAnswered = ({ url }: Tool) => String(url).startsWith('$HTTP');
  const tools = toolsOf(own);
  const foreign = tools.filter((tool) => reaching.has(tool.type) && !isAnswered(tool));
  const uses = before.map(({ name }) => ({ name: String(name), result: {}, durationMs: 0 }));
  const stand = withStubs({ ...own, tools: foreign } as Reaching, uses);
  const known = new Map(before.filter(isAnswered).map(({ name, url }) => [name, url]));
  const standing = (stand.agent.tools ?? []).map((tool) => ({
    ...tool,
    url: known.get(tool.name) ?? tool.url,
  }));
  const kept = tools.filter((tool) => !foreign.includes(tool));
  const destinations = scenario.recorded ? stand.agent.transferDestinations : own.transferDestinations;
  return {
    ...rest,
    agent: {
      ...own,
      ...(tools.length > 0 ? { tools: [...kept, ...standing] } : {}),
      ...(destinations ? { transferDestinations: destinations } : {}),
    },
  };
}

function toolsOf({ tools }: AgentChanges): Tool[] {
  return Array.isArray(tools) ? tools : [];
}
