import { z } from 'zod';
import { findAgent, holdAgent } from '../../domains/agents/index.ts';
import { change, type Scope } from '../../platform/audit/index.ts';
import { defineRoute, type Route } from '../../platform/http/index.ts';
import { ApiError, notFound, RateLimiter } from '../../platform/kernel/index.ts';
import { AgentToolTrial, TryAgentTool } from './schemas.ts';
import type { TrialParts } from './try-tool.ts';

/** The most trials of an organization in a minute. */
const perMinuteMax = 30;

const description = `Sends the request of an HTTP tool as a call of the agent would: to the real address, with the stored
secrets, by the same rules for addresses. A tool with effects has them. The answer says what the model would see, how long it
took and what is wrong. A failure of the server is the outcome \`failed\`, not an error. An organization may send 30 trials a
minute.`;

export function toolTrialRoutes(parts: TrialParts): Route[] {
  const trials = new RateLimiter(perMinuteMax);
  return [
    defineRoute({
      method: 'POST',
      path: '/api/agents/{agentId}/try-tool',
      operationId: 'tryAgentTool',
      tag: 'Agents',
      summary: 'Try a tool against its real address',
      description,
      scope: 'agents:write',
      params: z.object({ agentId: z.string() }),
      body: TryAgentTool,
      output: AgentToolTrial,
      status: 200,
      errors: [404],
      isNeverReplayed: true,
      inProgressMax: 4,
      answerSecondsMax: 40,
      async handle({ actor }, { params: { agentId }, body }) {
        const { organizationId } = actor;
        const record = await findAgent(parts.db, organizationId, agentId);
        if (!record) throw notFound('agent');
        admit(trials, organizationId);
        await recordTrial({ db: parts.db, actor }, agentId, `${record.published.name}, ${body.tool.name}`);
        const { tryTool } = await import('./try-tool.ts');
        return tryTool(parts, organizationId, record, body);
      },
    }),
  ];
}

function admit(limiter: RateLimiter, organizationId: string): void {
  const waitSeconds = limiter.count(organizationId, Date.now());
  if (waitSeconds === 0) return;
  const headers = { 'retry-after': String(waitSeconds) };
  const message = 'Too many trials of tools. Try again after the seconds in Retry-After.';
  throw new ApiError(429, 'rate_limited', message, { headers });
}

async function recordTrial(scope: Scope, agentId: string, label: string): Promise<void> {
  await change(scope, async (tx) => {
    if (!(await holdAgent(tx, scope.actor.organizationId, agentId))) throw notFound('agent');
    return { result: undefined, audit: { verb: 'started', type: 'agent_tool_trials', id: agentId, label } };
  });
}
