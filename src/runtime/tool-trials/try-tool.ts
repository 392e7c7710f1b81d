import { type AgentRecord, openHeaders, type StoredTool, sealTools } from '../../domains/agents/index.ts';
import type { SecretKey } from '../../platform/access/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { Egress, type EgressOutlet } from '../../platform/egress/index.ts';
import { schemaProblem } from '../../platform/http/index.ts';
import { ApiError, invalid } from '../../platform/kernel/index.ts';
import { openToolRunner } from '../tools/index.ts';
import { type Problem, problemOfError, problemOfStatus } from './problem.ts';
import type { AgentToolTrial, TryAgentTool } from './schemas.ts';

export interface TrialParts {
  db: Database;
  secret: SecretKey;
  /** CIDRs of private addresses that URLs of users may reach. */
  egressAllow: readonly string[];
}

type HttpTool = Extract<StoredTool, { type: 'http' }>;

/** What was seen of the request. */
interface Sent {
  method: string;
  url: URL;
  status: number | null;
  isJson: boolean;
}

/** Sends the request of a tool as a call of the agent would. */
export async function tryTool(
  { db, secret, egressAllow }: TrialParts,
  organizationId: string,
  record: AgentRecord,
  { tool, arguments: input, variables }: TryAgentTool,
): Promise<AgentToolTrial> {
  const owner = { organizationId, agentId: record.agentId };
  const stored = sealed(secret, owner, tool, record);
  const secrets = secretsOf(stored, openHeaders(secret, owner, stored.headers));
  let sent: Sent | null = null;
  let thrown: unknown = null;
  await using egress = new Egress({ allow: egressAllow });
  const watched = watch(egress, (seen) => {
    sent = seen;
  });
  const over = new AbortController();
  await using runner = openToolRunner(
    { db, secret, egress: async () => watched },
    {
      ...{ organizationId, callId: 'trial', customerNumber: '', variables },
      agent: { ...record.published, ...without(), agentId: record.agentId, tools: [stored] },
    },
    {
      signal: over.signal,
      onProblem: ({ error }) => {
        thrown = error;
      },
    },
  );
  const began = performance.now();
  const call = { id: 'trial', name: stored.name, arguments: input };
  const outcome = await runner.run(call, { signal: over.signal });
  const tookMs = Math.round(performance.now() - began);
  const seen = sent as Sent | null;
  const misfit = seen === null ? await schemaProblem(stored.parameters, input, over.signal) : null;
  const problem =
    misfit !== null && thrown === null
      ? {
          problem: 'arguments' as const,
          message: `The sample arguments do not fit the parameters: ${misfit}.`,
        }
      : problemOf(seen, thrown, stored);
  const isFailed = problem !== null && problem.problem !== 'notJson';
  return {
    outcome: isFailed ? 'failed' : 'answered',
    status: seen?.status ?? null,
    tookMs,
    sentTo: seen && redacted(`${seen.method} ${seen.url.href}`, secrets),
    problem: problem?.problem ?? null,
    message: problem && redacted(problem.message, secrets),
    result: redactedJson(outcome.result ?? null, secrets),
  };
}

/** The parts of the agent that add tools of their own. A trial has none of them. */
const without = () => ({ languages: [], memory: null, knowledge: null, flow: null });

/** Returns the tool as it is stored. Throws 400 for a secret that is not known. */
function sealed(
  secret: SecretKey,
  owner: { organizationId: string; agentId: string },
  tool: TryAgentTool['tool'],
  { draft, published }: AgentRecord,
): HttpTool {
  const known = [...(draft?.tools ?? []), ...published.tools];
  try {
    return sealTools(secret, owner, [tool], known)[0] as HttpTool;
  } catch (error) {
    if (!(error instanceof ApiError) || !error.details) throw error;
    throw invalid(error.details.map((one) => ({ ...one, field: one.field.replace('tools.0.', 'tool.') })));
  }
}

/** Returns an egress that reports each request and its answer. */
function watch(egress: Egress, see: (sent: Sent) => void): Egress {
  const of = (organizationId: string, use: string): EgressOutlet => {
    const outlet = egress.of(organizationId, use);
    return {
      ...outlet,
      async fetch(url, init, options) {
        const request = { method: init?.method ?? 'GET', url: new URL(url) };
        see({ ...request, status: null, isJson: false });
        const response = await outlet.fetch(url, init, options);
        const text = await response.clone().text();
        see({ ...request, status: response.status, isJson: isJson(text) });
        return response;
      },
    };
  };
  return { of } as Egress;
}

function isJson(text: string): boolean {
  if (text === '') return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function problemOf(sent: Sent | null, thrown: unknown, { timeoutMs }: HttpTool): Problem | null {
  const ofStatus = sent?.status == null ? null : problemOfStatus(sent.status);
  if (ofStatus) return ofStatus;
  if (thrown !== null) return problemOfError(thrown, sent?.url ?? null, timeoutMs);
  if (sent?.isJson === false)
    return {
      problem: 'notJson',
      message: 'The answer is not JSON. The model reads its text, at most 10,000 characters.',
    };
  return null;
}

/** The shortest secret that is looked for. Shorter ones would be found everywhere. */
const secretLengthMin = 4;

/** Returns the secrets of the headers, and their parts after a scheme such as `Bearer`. */
function secretsOf({ headers }: HttpTool, opened: Record<string, string>): string[] {
  return Object.entries(headers)
    .filter(([, value]) => typeof value !== 'string')
    .flatMap(([name]) => [opened[name]!, opened[name]!.split(' ').at(-1)!])
    .filter((value) => value.length >= secretLengthMin)
    .sort((one, other) => other.length - one.length);
}

const hidden = '•••';

/** A server may repeat what it was sent. */
function redacted(text: string, secrets: readonly string[]): string {
  return secrets.reduce((shown, value) => {
    const written = JSON.stringify(value).slice(1, -1);
    return shown.replaceAll(value, hidden).replaceAll(written, hidden);
  }, text);
}

/** The same for JSON. A number or a constant that contains a secret is replaced as a whole. */
function redactedJson(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return redacted(value, secrets);
  if (Array.isArray(value)) return value.map((one) => redactedJson(one, secrets));
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, one]) => [name, redactedJson(one, secrets)] as const);
    return Object.fromEntries(entries.map(([name, one]) => [redacted(name, secrets), one]));
  }
  return secrets.some((secret) => String(value).includes(secret)) ? hidden : value;
}
