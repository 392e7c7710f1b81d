import type { ReadScope } from '../../platform/audit/index.ts';
import { type NamedPageRequest, type Page, pageOf } from '../../platform/http/index.ts';
import type { Trunk } from './schemas.ts';
import { selectTrunks, toTrunk } from './store.ts';

/** The organization's trunks, newest first. */
export async function listTrunks(scope: ReadScope, page: NamedPageRequest): Promise<Page<Trunk>> {
  const stored = await selectTrunks(scope.db, scope.actor.organizationId, page);
  return pageOf(stored.map(toTrunk), page.size, ({ createdAt, trunkId }) => ({ createdAt, id: trunkId }));
}
