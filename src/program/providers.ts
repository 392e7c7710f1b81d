import { Agent } from 'undici';
import type { SecretKey } from '../access/index.ts';
import type { Database } from '../db/index.ts';
import type { Log } from '../kernel/index.ts';
import { findProviderCredentials } from '../provider-keys/index.ts';
import { ProviderError } from '../providers/kit/index.ts';
import { createProviders, type Providers } from '../providers/registry.ts';

/**
 * The providers of this process, with the keys of its organizations. A key that names an address of its own is refused:
 * nothing guards where such an address leads.
 */
export function openProviders(options: {
  db: Database;
  secret: SecretKey;
  log: Log;
  temporaryFolder: string;
}): Providers {
  const { db, secret, log, temporaryFolder } = options;
  return createProviders({
    async credentials(organizationId, provider, name) {
      const found = await findProviderCredentials(db, secret, organizationId, provider, name);
      if (!found?.baseUrl) return found;
      throw new ProviderError(provider, 'a key with an address of its own cannot be used here', {
        retryable: false,
      });
    },
    dispatcher: new Agent(),
    log,
    temporaryFolder,
  });
}
