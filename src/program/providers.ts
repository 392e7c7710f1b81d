import type { SecretKey } from '../access/index.ts';
import type { Database } from '../db/index.ts';
import { AddressRules, guardedDispatcher } from '../egress/index.ts';
import type { Log } from '../kernel/index.ts';
import { findProviderCredentials } from '../provider-keys/index.ts';
import { createProviders, type Providers } from '../providers/registry.ts';

/**
 * The providers of this process, with the keys of its organizations. Wherever a key says that its service is, only
 * public addresses are reached, and of the others those in `egressAllow` (CIDRs).
 */
export function openProviders(options: {
  db: Database;
  secret: SecretKey;
  egressAllow: readonly string[];
  log: Log;
  temporaryFolder: string;
}): Providers {
  const { db, secret, egressAllow, log, temporaryFolder } = options;
  const rules = new AddressRules(egressAllow);
  const dispatcher = guardedDispatcher({ permits: (address) => rules.permits(address) });
  const providers = createProviders({
    credentials: (organizationId, provider, name) =>
      findProviderCredentials(db, secret, organizationId, provider, name),
    dispatcher,
    log,
    temporaryFolder,
  });
  return {
    ...providers,
    async [Symbol.asyncDispose]() {
      await providers[Symbol.asyncDispose]();
      await dispatcher.destroy();
    },
  };
}
