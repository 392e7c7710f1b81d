import { change, type Scope } from '../../platform/audit/index.ts';
import { conflict, notFound } from '../../platform/kernel/index.ts';
import { checkConfiguration } from './check-configuration.ts';
import type { Agent } from './schemas.ts';
import { shownAgent } from './shown.ts';
import { insertVersion, lockAgent, updateDraft } from './store/agents.ts';

/**
 * Publishes the draft as the version that new calls run. Calls that have begun keep theirs. References are checked
 * again, because they may have been deleted since the draft was saved.
 */
export async function publishAgent(scope: Scope, agentId: string): Promise<Agent> {
  const { organizationId, memberId } = scope.actor;
  return change(scope, async (tx) => {
    const current = await lockAgent(tx, organizationId, agentId);
    if (!current) throw notFound('agent');
    const { draft: configuration } = current;
    if (!configuration)
      throw conflict(
        'agent.no_draft',
        'The agent has no unpublished changes. Change it with `"publish": false` first.',
      );
    const requiredVariables = await checkConfiguration(tx, organizationId, agentId, configuration);
    const values = { configuration, requiredVariables, memberId, draft: null };
    const agent = shownAgent(await insertVersion(tx, organizationId, agentId, values));
    return { result: agent, audit: { verb: 'published', type: 'agents', id: agentId, label: agent.name } };
  });
}

/** Discards the unpublished changes. Does nothing when there are none. */
export async function discardDraft(scope: Scope, agentId: string): Promise<void> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    const current = await lockAgent(tx, organizationId, agentId);
    if (!current) throw notFound('agent');
    await updateDraft(tx, organizationId, agentId, null);
    return {
      result: undefined,
      audit: { verb: 'updated', type: 'agents', id: agentId, label: current.published.name },
    };
  });
}
