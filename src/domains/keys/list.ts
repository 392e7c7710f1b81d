import type { ReadScope } from '../../platform/audit/index.ts';
import { type Page, type PageRequest, pageOf } from '../../platform/http/index.ts';
import type { ApiKey } from './schemas.ts';
import { selectKeys } from './store.ts';

/** The organization's keys, newest first, the revoked and expired ones among them. */
export async function listApiKeys(scope: ReadScope, page: PageRequest): Promise<Page<ApiKey>> {
  const apiKeys = await selectKeys(scope.db, scope.actor.organizationId, page);
  return pageOf(apiKeys, page.size, ({ createdAt, apiKeyId }) => ({ createdAt, id: apiKeyId }));
}
