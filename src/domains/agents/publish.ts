import { change, type Scope } from '../../platform/audit/index.ts';
import { conflict, notFound } from '../../platform/kernel/index.ts';
import { checkConfiguration } from './check-configuration.ts';
import type { Agent } from './schemas.ts';
import { shownAgent } from './shown.ts';
import { insertVersion, lockAgent } from './store.ts';

/**
 * Makes the draft the version that calls run from now on; those that have begun keep theirs. What it names is
 * checked again, because it may be gone since the draft was made.
 */
export async function publishAgent(scope: Scope, agentId: string): Promise<Agent> {
  const { organizationId, memberId } = scope.actor;
  return change(scope, async (tx) => {
    const current = await lockAgent(tx, organizationId, agentId);
    if (!current) throw notFound('agent');
    const { draft: configuration } = current;
    if (!configuration) throw conflict('agent.no_draft', 'The agent has no changes that are not published.');
    const requiredVariables = await checkConfiguration(tx, organizationId, configuration);
    const values = { configuration, requiredVariables, memberId, draft: null };
    const agent = shownAgent(await insertVersion(tx, organizationId, agentId, values));
    return { result: agent, audit: { verb: 'published', type: 'agents', id: agentId, label: agent.name } };
  });
}
