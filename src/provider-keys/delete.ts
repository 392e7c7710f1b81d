import { change, type Scope } from '../audit/index.ts';
import { notFound } from '../kernel/index.ts';
import { labelOf } from './create.ts';
import { deleteProviderKeyRow } from './store.ts';

/** Forgets a key; calls that are under way keep what they have. */
export async function deleteProviderKey(scope: Scope, providerKeyId: string): Promise<void> {
  await change(scope, async (tx) => {
    const deleted = await deleteProviderKeyRow(tx, scope.actor.organizationId, providerKeyId);
    if (!deleted) throw notFound('provider key');
    return {
      result: undefined,
      audit: { verb: 'deleted', type: 'provider_keys', id: providerKeyId, label: labelOf(deleted) },
    };
  });
}
