import type { SecretKey } from '../../platform/access/index.ts';
import { change, type Scope } from '../../platform/audit/index.ts';
import type { Notifier } from '../../platform/db/index.ts';
import { changesNothing, withChanges } from '../../platform/http/index.ts';
import { conflict, newId, notFound } from '../../platform/kernel/index.ts';
import { wakeCallsOfTrunk } from '../call-queue/index.ts';
import { closeCircuit } from '../circuits/index.ts';
import { checkCredentials, sealPassword } from './password.ts';
import type { CreateTrunk, Trunk, UpdateTrunk } from './schemas.ts';
import { forgetTrunkHealth, noteAudioProblem } from './store/health.ts';
import {
  deleteTrunkRow,
  findTrunk,
  insertTrunk,
  lockTrunk,
  lockTrunkForDeletion,
  toTrunk,
  updateTrunkRow,
  usersOfTrunk,
} from './store/trunks.ts';

/** A scope for changes of trunks, with the notifier of changes and the key that seals passwords. */
type TrunkScope = Scope & { notifier: Notifier; secret: SecretKey };

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
    // The next call shows whether the other offer is accepted.
    const offersOthers =
      values.mediaEncryption !== current.mediaEncryption || `${values.codecs}` !== `${current.codecs}`;
    if (offersOthers) await noteAudioProblem(tx, organizationId, trunkId, null);
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

/** Closes the circuit of a trunk on request and makes the calls that it held due. */
export async function resetTrunkCircuit(
  scope: Scope & { notifier: Notifier },
  trunkId: string,
): Promise<Trunk> {
  const { organizationId } = scope.actor;
  const trunk = await change(scope, async (tx) => {
    const current = await lockTrunk(tx, organizationId, trunkId);
    if (!current) throw notFound('trunk');
    await closeCircuit(tx, organizationId, 'trunk', trunkId);
    await wakeCallsOfTrunk(tx, organizationId, trunkId, 'circuit-open');
    const stored = await findTrunk(tx, organizationId, trunkId);
    const audit = { verb: 'reset', type: 'trunks', id: trunkId, label: current.name } as const;
    return { result: toTrunk(stored ?? current), audit };
  });
  scope.notifier.notify('parley_calls');
  return trunk;
}
