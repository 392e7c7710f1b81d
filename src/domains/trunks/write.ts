import { change } from '../../platform/audit/index.ts';
import { changesNothing, withChanges } from '../../platform/http/index.ts';
import { conflict, newId, notFound } from '../../platform/kernel/index.ts';
import { checkCredentials, sealPassword } from './password.ts';
import type { CreateTrunk, Trunk, UpdateTrunk } from './schemas.ts';
import type { TrunkScope } from './scope.ts';
import { forgetTrunkHealth } from './store/health.ts';
import {
  deleteTrunkRow,
  insertTrunk,
  lockTrunk,
  lockTrunkForDeletion,
  toTrunk,
  updateTrunkRow,
  usersOfTrunk,
} from './store/trunks.ts';

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

/** Changes the given fields. An omitted password stays; null removes it. */
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
