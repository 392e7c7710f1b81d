import { change, type Scope } from '../../platform/audit/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import { lockAgent, updateDraft } from './store.ts';

/** Forgets the changes that are not published; without any, nothing is to be done. */
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
