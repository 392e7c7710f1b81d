import type { HttpAnswer } from '../schema.ts';

/** What a tool came to in a call. */
export interface ToolUse {
  name: string;
  result: unknown;
  durationMs: number;
}

/** The parts of an agent's configuration that reach beyond the conversation. */
export interface Reaching {
  tools?: readonly Record<string, unknown>[];
  transferDestinations?: readonly Record<string, unknown>[];
  model?: unknown;
}

/** Answers of a service for tools, by path. */
type HttpAnswers = Record<string, HttpAnswer[]>;

/** Nobody has this number (555-01xx is reserved): it leads over the scenario's own trunk to the simulated customer. */
const deskNumber = '+12025550100';
const delayMsMax = 30_000;
const descriptionMax = 4000;

/**
 * The agent with nothing in it that does anything outside of the conversation: its requests, the tools of MCP servers
 * and its workflows are requests to the scenario's own service, which answers what came of them in the call, after as
 * long; and transfers reach the simulated customer. Secrets are not needed any more, and gone.
 */
export function standIns<Agent extends Reaching>(
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
    agent: { ...agent, tools: requests, transferDestinations: transferDestinations.map(toDesk) },
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

/** A failure is told as a result with an `error` in it, which begins with the status where there was one. */
function answerOf({ result, durationMs }: ToolUse): HttpAnswer {
  const delayMs = Math.min(Math.max(Math.round(durationMs), 0), delayMsMax);
  const error = isObject(result) && Object.keys(result).length === 1 ? result.error : undefined;
  if (typeof error !== 'string') return { status: 200, delayMs, json: result };
  const status = Number(/^status ([45]\d\d):/.exec(error)?.[1] ?? 500);
  return { status, delayMs, json: { error } };
}

function toDesk(destination: Record<string, unknown>): Record<string, unknown> {
  const mode = destination.mode === 'warm' ? 'warm' : 'bridged';
  return { ...destination, type: 'phone', destination: deskNumber, mode };
}

/** The tools that a dialogue calls by itself, of the model or of what answers in its place. */
function toolsOfDialogue({ model }: Reaching): string[] {
  if (!isObject(model)) return [];
  const dialogue = model.provider === 'scripted' ? model.dialogue : undefined;
  const nodes = isObject(dialogue) && isObject(dialogue.nodes) ? Object.values(dialogue.nodes) : [];
  const called = nodes.flatMap((node) => (isObject(node) && isObject(node.call) ? [node.call.tool] : []));
  return [
    ...called.filter((tool) => typeof tool === 'string'),
    ...toolsOfDialogue({ model: model.fallback }),
  ];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
