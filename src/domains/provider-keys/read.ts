import {
  type KeyedProvider,
  type KeyFieldName,
  keyFieldNames,
} from '../../conversation/providers/catalog.ts';
import type { SecretKey } from '../../platform/access/index.ts';
import type { ReadScope } from '../../platform/audit/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { type Page, type PageRequest, pageOf } from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { ProviderKey } from './schemas.ts';
import { openKey } from './sealed-key.ts';
import {
  type StoredProviderKey,
  selectNewestProviderKey,
  selectProviderKey,
  selectProviderKeys,
  toProviderKey,
} from './store.ts';

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
  return stored && credentialsOf(secret, stored);
}

/** Returns the provider and the credentials of a key. Throws 404 when the organization does not have it. */
export async function getProviderCredentials(
  db: Queryable,
  secret: SecretKey,
  organizationId: string,
  providerKeyId: string,
): Promise<{ provider: KeyedProvider; credentials: ProviderCredentials }> {
  const stored = await selectProviderKey(db, organizationId, providerKeyId);
  if (!stored) throw notFound('provider key');
  return { provider: stored.provider, credentials: credentialsOf(secret, stored) };
}

function credentialsOf(secret: SecretKey, stored: StoredProviderKey): ProviderCredentials {
  const { providerKeyId, baseUrl } = stored;
  const details = keyFieldNames.flatMap((field) => (stored[field] === null ? [] : [[field, stored[field]]]));
  return { ...Object.fromEntries(details), providerKeyId, baseUrl, apiKey: openKey(secret, stored) };
}
