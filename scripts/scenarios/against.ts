import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { type Reaching, type Scenario, standIns } from '../../src/domains/scenarios/index.ts';
import type { Api } from '../demo/api.ts';

/** Fields of an agent's configuration, as PATCH /api/agents takes them. */
export type AgentChanges = Record<string, unknown>;

type Tool = Record<string, unknown>;

/** Fields of an agent that are no configuration, or have no part in a conversation. */
const notPlayed = new Set([
  ...['agentId', 'version', 'requiredVariables', 'draft', 'createdAt', 'updatedAt', 'analysis'],
]);
/** What a tool reaches beyond the conversation with. */
const reaching: ReadonlySet<unknown> = new Set(['http', 'mcp', 'workflow']);

/** A file of an agent's configuration, or of a part of it, in YAML or JSON. Rejects when it is none. */
export async function readAgentFile(path: string): Promise<AgentChanges> {
  const value: unknown = parse(await readFile(path, 'utf8'));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`${path}: is no configuration of an agent: it must be an object`);
  }
  return withoutFacts(value);
}

/** The configuration of an agent of the service: what is published, or the draft. */
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
 * The scenario with the given fields of its agent in place of its own. Tools that it answers are answered as before;
 * others that would reach beyond the conversation find that there is nothing.
 */
export function withAgent(scenario: Scenario, base: AgentChanges, changes: AgentChanges): Scenario {
  const { agentId: _, ...rest } = scenario;
  const before = toolsOf(base);
  const own = { ...base, ...changes };
  const isAnswered = ({ url }: Tool) => String(url).startsWith('$HTTP');
  const tools = toolsOf(own);
  const foreign = tools.filter((tool) => reaching.has(tool.type) && !isAnswered(tool));
  const uses = before.map(({ name }) => ({ name: String(name), result: {}, durationMs: 0 }));
  const stand = standIns({ ...own, tools: foreign } as Reaching, uses);
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
