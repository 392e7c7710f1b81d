import type { ReadScope } from '../../platform/audit/index.ts';
import { type Page, type PageRequest, pageOf } from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { ApiKey } from './schemas.ts';
import { findKey, selectKeys } from './store.ts';

/** Returns a key's record, revoked or not. Never returns the key itself. */
export async function getApiKey(scope: ReadScope, apiKeyId: string): Promise<ApiKey> {
  const apiKey = await findKey(scope.db, scope.actor.organizationId, apiKeyId);
  if (!apiKey) throw notFound('api key');
  return apiKey;
}

/** Lists the organization's keys, newest first, including revoked and expired ones. */
export async function listApiKeys(scope: ReadScope, page: PageRequest): Promise<Page<ApiKey>> {
  const apiKeys = await selectKeys(scope.db, scope.actor.organizationId, page);
  return pageOf(apiKeys, page.size, ({ createdAt, apiKeyId }) => ({ createdAt, id: apiKeyId }));
}
