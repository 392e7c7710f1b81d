import type { Agent } from 'undici';
import { createProviders, type Providers } from '../conversation/providers/registry.ts';
import { findProviderCredentials } from '../domains/provider-keys/index.ts';
import type { SecretKey } from '../platform/access/index.ts';
import type { Database } from '../platform/db/index.ts';
import type { Log } from '../platform/kernel/index.ts';

/**
 * Opens the providers of this process with the keys of its organizations. The base URL of a key reaches only public
 * addresses and those in `egressAllow` (CIDRs). Conversations use the models in `modelsDir`.
 */
export function openProviders(options: {
  db: Database;
  secret: SecretKey;
  egressAllow: readonly string[];
  log: Log;
  temporaryFolder: string;
  modelsDir?: string | null;
}): Providers {
  const { db, secret, egressAllow, log, temporaryFolder, modelsDir = null } = options;
  let dispatcher: Promise<Agent> | undefined;
  const providers = createProviders({
    credentials: (organizationId, provider, name) =>
      findProviderCredentials(db, secret, organizationId, provider, name),
    dispatcher: () => {
      dispatcher ??= openDispatcher(egressAllow);
      return dispatcher;
    },
    log,
    temporaryFolder,
    modelsDir,
  });
  return {
    ...providers,
    async [Symbol.asyncDispose]() {
      await providers[Symbol.asyncDispose]();
      await (await dispatcher)?.destroy();
    },
  };
}

async function openDispatcher(egressAllow: readonly string[]): Promise<Agent> {
  const { AddressRules, guardedDispatcher } = await import('../platform/egress/index.ts');
  const rules = new AddressRules(egressAllow);
  return guardedDispatcher({ permits: (address) => rules.permits(address) });
}
