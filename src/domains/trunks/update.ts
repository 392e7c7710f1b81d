import { change } from '../../platform/audit/index.ts';
import { changesNothing, notFound, withChanges } from '../../platform/kernel/index.ts';
import { forgetTrunkHealth } from './health.ts';
import { checkCredentials, sealPassword } from './password.ts';
import type { Trunk, UpdateTrunk } from './schemas.ts';
import type { TrunkScope } from './scope.ts';
import { lockTrunk, toTrunk, updateTrunkRow } from './store.ts';

/** Changes the given fields. A password that is not given stays; null removes it. */
export async function updateTrunk(scope: TrunkScope, trunkId: string, input: UpdateTrunk): Promise<Trunk> {
  const { organizationId } = scope.actor;
  const { password, ...settings } = input;
  const trunk = await change(scope, async (tx) => {
    const current = await lockTrunk(tx, organizationId, trunkId);
    if (!current) throw notFound('trunk');
    if (changesNothing(input)) return { result: toTrunk(current), audit: [] };
    const sealed = password === undefined ? undefined : sealPassword(scope.secret, current, password);
    const values = withChanges(current, { ...settings, sealedPassword: sealed });
    checkCredentials({ ...values, hasPassword: values.sealedPassword !== null });
    const leadsElsewhere = (['host', 'port', 'transport', 'register'] as const).some(
      (it) => values[it] !== current[it],
    );
    if (leadsElsewhere) await forgetTrunkHealth(tx, organizationId, trunkId);
    const stored = await updateTrunkRow(tx, organizationId, trunkId, values);
    return {
      result: toTrunk(stored),
      audit: { verb: 'updated', type: 'trunks', id: trunkId, label: stored.name },
    };
  });
  scope.notifier.notify('parley_config');
  scope.notifier.notify('parley_calls');
  return trunk;
}
