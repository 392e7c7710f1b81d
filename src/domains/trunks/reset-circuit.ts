import { change, type Scope } from '../../platform/audit/index.ts';
import type { Notifier } from '../../platform/db/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import { wakeCallsOfTrunk } from '../call-queue/index.ts';
import { closeCircuit } from '../circuits/index.ts';
import type { Trunk } from './schemas.ts';
import { findTrunk, lockTrunk, toTrunk } from './store/trunks.ts';

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
