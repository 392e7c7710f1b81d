import { change, type Scope } from '../../platform/audit/index.ts';
import { conflict, notFound } from '../../platform/kernel/index.ts';
import { agentsWithoutKey } from '../agents/index.ts';
import { labelOf } from './create.ts';
import { deleteProviderKeyRow } from './store.ts';

/** Agents that an error names. */
const usersToldMax = 5;

/**
 * Forgets a key; calls that are under way keep what they have. Refused while agents name it, or just its provider, and
 * no other key would do for them.
 */
export async function deleteProviderKey(scope: Scope, providerKeyId: string): Promise<void> {
  await change(scope, async (tx) => {
    const deleted = await deleteProviderKeyRow(tx, scope.actor.organizationId, providerKeyId);
    if (!deleted) throw notFound('provider key');
    const users = await agentsWithoutKey(tx, scope.actor.organizationId, deleted);
    if (users.length > 0) {
      const which = users
        .slice(0, usersToldMax)
        .map((id) => `agent ${id}`)
        .join(', ');
      throw conflict('provider_key.in_use', `The provider key is in use by ${which}; add another one first.`);
    }
    return {
      result: undefined,
      audit: { verb: 'deleted', type: 'provider_keys', id: providerKeyId, label: labelOf(deleted) },
    };
  });
}
