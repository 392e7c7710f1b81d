import type { ReadScope } from '../../platform/audit/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { Trunk } from './schemas.ts';
import { findTrunk, toTrunk } from './store.ts';

export async function getTrunk(scope: ReadScope, trunkId: string): Promise<Trunk> {
  const stored = await findTrunk(scope.db, scope.actor.organizationId, trunkId);
  if (!stored) throw notFound('trunk');
  return toTrunk(stored);
}
