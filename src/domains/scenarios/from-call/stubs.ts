import type { HttpAnswer } from '../schema.ts';

/** The result of a tool call in a recorded call. */
export interface ToolUse {
  name: string;
  result: unknown;
  durationMs: number;
}

/** The parts of an agent's configuration with effects outside the conversation. */
export interface Reaching {
  tools?: readonly Record<string, unknown>[];
  transferDestinations?: readonly Record<string, unknown>[];
  model?: unknown;
}

/** The answers of the scenario's HTTP service, by path. */
type HttpAnswers = Record<string, HttpAnswer[]>;

/** A reserved number (555-01xx). The scenario's own trunk routes it to the simulated customer. */
const transferNumber = '+12025550100';
const delayMsMax = 30_000;
const descriptionMax = 4000;

/**
 * Returns an agent without effects outside the conversation. Stubs replace its HTTP tools, MCP tools and workflows: the
 * scenario's own service returns the results of the recorded call, after the same time. Transfers reach the simulated
 * customer. The returned agent needs and contains no secrets.
 */
export function withStubs<Agent extends Reaching>(
  agent: Agent,
  uses: readonly ToolUse[],
): { agent: Agent; http: HttpAnswers } {
  const { tools = [], transferDestinations = [] } = agent;
  const servers = tools.filter(({ type }) => type === 'mcp').map(({ name }) => `${name}_`);
  const served = [...new Set([...uses.map(({ name }) => name), ...toolsOfDialogue(agent)])].filter((name) =>
    servers.some((server) => name.startsWith(server)),
  );
  const own = tools.flatMap((tool) => {
    if (tool.type === 'mcp') return [];
    const { type, name, description, parameters, responseSchema } = tool;
    if (type !== 'http' && type !== 'workflow') return [tool];
    return [request({ name, description, parameters, ...(responseSchema ? { responseSchema } : {}) })];
  });
  const description = 'A tool of an MCP server';
  const ofServers = served.map((name) => request({ name, description, parameters: undefined }));
  const requests = [...own, ...ofServers];
  const names = new Set(requests.filter(({ type }) => type === 'http').map(({ name }) => name));
  const http: HttpAnswers = {};
  for (const use of uses) if (names.has(use.name)) (http[pathOf(use.name)] ??= []).push(answerOf(use));
  return {
    agent: { ...agent, tools: requests, transferDestinations: transferDestinations.map(toSimulatedCustomer) },
    http,
  };
}

function request({ name, description, parameters, ...rest }: Record<string, unknown>) {
  return {
    type: 'http',
    name,
    description: String(description).slice(0, descriptionMax),
    url: `$HTTP${pathOf(String(name))}`,
    ...(parameters === undefined ? {} : { parameters }),
    timeoutMs: delayMsMax,
    ...rest,
  };
}

function pathOf(tool: string): string {
  return `/tools/${tool}`;
}

/** Returns the stub's answer. A failed tool has a result with `error`, which begins with the status if there was one. */
function answerOf({ result, durationMs }: ToolUse): HttpAnswer {
  const delayMs = Math.min(Math.max(Math.round(durationMs), 0), delayMsMax);
  const error = isObject(result) && Object.keys(result).length === 1 ? result.error : undefined;
  if (typeof error !== 'string') return { status: 200, delayMs, json: result };
  const status = Number(/^status ([45]\d\d):/.exec(error)?.[1] ?? 500);
  return { status, delayMs, json: { error } };
}

function toSimulatedCustomer(destination: Record<string, unknown>): Record<string, unknown> {
  const mode = destination.mode === 'warm' ? 'warm' : 'bridged';
  return { ...destination, type: 'phone', destination: transferNumber, skills: [], mode };
}

/** Returns the tools that the dialogues of the model and its fallbacks call. */
function toolsOfDialogue({ model }: Reaching): string[] {
  if (!isObject(model)) return [];
  const dialogue = model.provider === 'scripted' ? model.dialogue : undefined;
  const nodes = isObject(dialogue) && isObject(dialogue.nodes) ? Object.values(dialogue.nodes) : [];
  const called = nodes.flatMap((node) => (isObject(node) && isObject(node.call) ? [node.call.tool] : []));
  const fallbacks = Array.isArray(model.fallbacks) ? model.fallbacks : [];
  return [
    ...called.filter((tool) => typeof tool === 'string'),
    ...fallbacks.flatMap((fallback) => toolsOfDialogue({ model: fallback })),
  ];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
