import { change } from '../../platform/audit/index.ts';
import { conflict, notFound } from '../../platform/kernel/index.ts';
import type { TrunkScope } from './scope.ts';
import { deleteTrunkRow, lockTrunkForDeletion, usersOfTrunk } from './store.ts';

export async function deleteTrunk(scope: TrunkScope, trunkId: string): Promise<void> {
  const { organizationId } = scope.actor;
  await change(scope, async (tx) => {
    const trunk = await lockTrunkForDeletion(tx, organizationId, trunkId);
    if (!trunk) throw notFound('trunk');
    const users = await usersOfTrunk(tx, organizationId, trunkId);
    if (users.length > 0) throw conflict('trunk.in_use', `The trunk is in use by ${users.join(', ')}.`);
    await deleteTrunkRow(tx, organizationId, trunkId);
    return { result: undefined, audit: { verb: 'deleted', type: 'trunks', id: trunkId, label: trunk.name } };
  });
  scope.notifier.notify('parley_config');
}
