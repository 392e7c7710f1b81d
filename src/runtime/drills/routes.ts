import { z } from 'zod';
import type { Providers } from '../../conversation/providers/registry.ts';
import { findAgent, holdAgent } from '../../domains/agents/index.ts';
import { change, type Scope } from '../../platform/audit/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { defineRoute, type Route } from '../../platform/http/index.ts';
import { ApiError, notFound } from '../../platform/kernel/index.ts';
import { AgentDrill, DrillAgent } from './schemas.ts';

interface DrillDependencies {
  db: Database;
  /** Returns the providers of this process. Absent where no request uses them. */
  providers?: () => Promise<Providers>;
}

/** The drills of a process at one time. Each plays several calls. */
const processDrillsMax = 2;

const description = `Plays calls of the agent with a scripted customer: one without a fault, and one for each fault of each
provider, in which that provider and those before it hang, answer 500, or break off in the middle. The answer says
what the caller heard, for how long there was silence, which providers served, and whether the call was completed. It
arrives when all calls are over, usually after 20 to 60 s and at the latest after about 3 minutes.

By default stubs take the places of the providers: no vendor is asked, and the drill costs nothing. With
\`"providers": "real"\` the vendors are asked with the stored keys; they bill it, and Parley adds it to no cost. The customer's
voice is English. The agent uses no tools and transfers no calls. A speech-to-speech model is left out: its replacement is
played.

A drill ends when the client closes its connection. An organization may run one drill at a time. Failures of a drill do not count for other calls.`;

export function drillRoutes({ db, providers }: DrillDependencies): Route[] {
  const running = new Set<string>();
  return [
    defineRoute({
      method: 'POST',
      path: '/api/agents/{agentId}/drill',
      operationId: 'drillAgent',
      tag: 'Agents',
      summary: 'Play calls in which the providers of an agent fail',
      description,
      scope: 'agents:write',
      params: z.object({ agentId: z.string() }),
      body: DrillAgent,
      output: AgentDrill,
      status: 200,
      errors: [404, 409],
      isNeverReplayed: true,
      answerSecondsMax: 180,
      async handle({ actor, untilClosed }, { params: { agentId }, body }) {
        const { organizationId } = actor;
        if (!providers) throw new Error('this process opens no providers');
        const record = await findAgent(db, organizationId, agentId);
        if (!record) throw notFound('agent');
        admit(running, organizationId);
        try {
          await recordDrill({ db, actor }, agentId, record.published.name);
          const { runDrill } = await import('./drill.ts');
          const opened = await providers();
          return await runDrill(
            { db, providers: opened, organizationId, closed: untilClosed?.() },
            record,
            body,
          );
        } finally {
          running.delete(organizationId);
        }
      },
    }),
  ];
}

/** Reserves the drill of an organization. Throws 429 or 503. */
function admit(running: Set<string>, organizationId: string): void {
  const headers = { 'retry-after': '30' };
  if (running.has(organizationId)) {
    const message = 'A drill of your organization is running. Try again when it is over.';
    throw new ApiError(429, 'drill.running', message, { headers });
  }
  if (running.size >= processDrillsMax) {
    throw new ApiError(503, 'drill.busy', 'Too many drills are running. Try again later.', { headers });
  }
  running.add(organizationId);
}

async function recordDrill(scope: Scope, agentId: string, name: string): Promise<void> {
  await change(scope, async (tx) => {
    if (!(await holdAgent(tx, scope.actor.organizationId, agentId))) throw notFound('agent');
    return { result: undefined, audit: { verb: 'started', type: 'agent_drills', id: agentId, label: name } };
  });
}
