import type { SecretKey } from '../../platform/access/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { openKey } from './sealed-key.ts';
import { selectNewestProviderKey } from './store.ts';

/** What a provider is asked with: hand it on, never log it. */
interface ProviderCredentials {
  providerKeyId: string;
  apiKey: string | null;
  baseUrl: string | null;
}

/** An organization's newest key of a provider, of those with `name` if it is given; null when there is none. */
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
  return { providerKeyId, baseUrl, apiKey: openKey(secret, stored) };
}
