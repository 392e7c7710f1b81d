import type { ReadScope } from '../../platform/audit/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { ApiKey } from './schemas.ts';
import { findKey } from './store.ts';

/** What is known of a key, revoked or not; never the key itself. */
export async function getApiKey(scope: ReadScope, apiKeyId: string): Promise<ApiKey> {
  const apiKey = await findKey(scope.db, scope.actor.organizationId, apiKeyId);
  if (!apiKey) throw notFound('api key');
  return apiKey;
}
