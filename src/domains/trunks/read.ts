import type { ReadScope } from '../../platform/audit/index.ts';
import { type NamedPageRequest, type Page, pageOf } from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { Trunk } from './schemas.ts';
import { findTrunk, selectTrunks, toTrunk } from './store/trunks.ts';

export async function getTrunk(scope: ReadScope, trunkId: string): Promise<Trunk> {
  const stored = await findTrunk(scope.db, scope.actor.organizationId, trunkId);
  if (!stored) throw notFound('trunk');
  return toTrunk(stored);
}

/** Lists the organization's trunks, newest first. */
export async function listTrunks(scope: ReadScope, page: NamedPageRequest): Promise<Page<Trunk>> {
  const stored = await selectTrunks(scope.db, scope.actor.organizationId, page);
  return pageOf(stored.map(toTrunk), page.size, ({ createdAt, trunkId }) => ({ createdAt, id: trunkId }));
}
