import { type KeyFieldName, keyFieldNames } from '../../conversation/providers/catalog.ts';
import type { SecretKey } from '../../platform/access/index.ts';
import type { ReadScope } from '../../platform/audit/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { type Page, type PageRequest, pageOf } from '../../platform/http/index.ts';
import type { ProviderKey } from './schemas.ts';
import { openKey } from './sealed-key.ts';
import { selectNewestProviderKey, selectProviderKeys, toProviderKey } from './store.ts';

/** Lists the organization's provider keys, newest first. */
export async function listProviderKeys(scope: ReadScope, page: PageRequest): Promise<Page<ProviderKey>> {
  const stored = await selectProviderKeys(scope.db, scope.actor.organizationId, page);
  return pageOf(stored.map(toProviderKey), page.size, ({ createdAt, providerKeyId }) => ({
    createdAt,
    id: providerKeyId,
  }));
}

/** The credentials of a provider, with the further fields that its keys have. Pass them on and never log them. */
interface ProviderCredentials extends Partial<Record<KeyFieldName, string>> {
  providerKeyId: string;
  apiKey: string | null;
  baseUrl: string | null;
}

/** Returns an organization's newest key of a provider, with `name` if given, or null. */
export async function findProviderCredentials(
  db: Queryable,
  secret: SecretKey,
  organizationId: string,
  provider: string,
  name: string | null,
): Promise<ProviderCredentials | null> {
  const stored = await selectNewestProviderKey(db, organizationId, provider, name);
  if (!stored) return null;
  const { providerKeyId, baseUrl } = stored;
  const details = keyFieldNames.flatMap((field) => (stored[field] === null ? [] : [[field, stored[field]]]));
  return { ...Object.fromEntries(details), providerKeyId, baseUrl, apiKey: openKey(secret, stored) };
}
