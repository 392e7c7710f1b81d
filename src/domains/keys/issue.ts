import { type SecretKey, signToken } from '../../platform/access/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { newId } from '../../platform/kernel/index.ts';
import type { ApiKey } from './schemas.ts';
import { insertKey, type KeyValues } from './store.ts';

/** Stores a key's record and returns the signed key, which is not stored. */
export async function issueKey(
  db: Queryable,
  secret: SecretKey,
  organizationId: string,
  values: Omit<KeyValues, 'apiKeyId'>,
): Promise<ApiKey & { key: string }> {
  const apiKey = await insertKey(db, organizationId, { ...values, apiKeyId: newId('key') });
  const { apiKeyId, memberId, scopes, expiresAt } = apiKey;
  const expiresAtSeconds = expiresAt === null ? null : Date.parse(expiresAt) / 1000;
  const key = await signToken(secret, { organizationId, memberId, apiKeyId, scopes, expiresAtSeconds });
  return { ...apiKey, key };
}
