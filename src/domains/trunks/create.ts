import { change } from '../../platform/audit/index.ts';
import { newId } from '../../platform/kernel/index.ts';
import { checkCredentials, sealPassword } from './password.ts';
import type { CreateTrunk, Trunk } from './schemas.ts';
import type { TrunkScope } from './scope.ts';
import { insertTrunk, toTrunk } from './store.ts';

export async function createTrunk(scope: TrunkScope, input: CreateTrunk): Promise<Trunk> {
  const { organizationId } = scope.actor;
  const { password, ...settings } = input;
  checkCredentials({ ...settings, hasPassword: password !== null });
  const trunkId = newId('trunk');
  const sealedPassword = sealPassword(scope.secret, { organizationId, trunkId }, password);
  const trunk = await change(scope, async (tx) => {
    const stored = await insertTrunk(tx, organizationId, trunkId, { ...settings, sealedPassword });
    return {
      result: toTrunk(stored),
      audit: { verb: 'created', type: 'trunks', id: trunkId, label: stored.name },
    };
  });
  scope.notifier.notify('parley_config');
  return trunk;
}
