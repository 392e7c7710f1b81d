import type { ReadScope } from '../../platform/audit/index.ts';
import { type Page, type PageRequest, pageOf } from '../../platform/http/index.ts';
import type { ProviderKey } from './schemas.ts';
import { selectProviderKeys, toProviderKey } from './store.ts';

/** The organization's keys at providers, newest first. */
export async function listProviderKeys(scope: ReadScope, page: PageRequest): Promise<Page<ProviderKey>> {
  const stored = await selectProviderKeys(scope.db, scope.actor.organizationId, page);
  return pageOf(stored.map(toProviderKey), page.size, ({ createdAt, providerKeyId }) => ({
    createdAt,
    id: providerKeyId,
  }));
}
