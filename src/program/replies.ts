import { join } from 'node:path';
import type { SecretKey } from '../platform/access/index.ts';
import type { Database } from '../platform/db/index.ts';
import type { Log } from '../platform/kernel/index.ts';
import type { Replier } from '../runtime/chat-runtime/index.ts';
import { openReplier } from '../runtime/chat-runtime/open-replier.ts';
import { LateEgress } from './late-egress.ts';
import { openProviders } from './providers.ts';
import type { Settings } from './settings.ts';

/** What answers in chats, with the providers and the tools of this process. */
export function openReplies(
  options: { db: Database; secret: SecretKey; log: Log } & Pick<Settings, 'dataDir' | 'egressAllow'>,
): Replier {
  const { db, secret, log, dataDir, egressAllow } = options;
  const providers = openProviders({
    db,
    secret,
    log,
    egressAllow,
    // Nothing is spoken in chats.
    temporaryFolder: join(dataDir, 'speech'),
  });
  const egress = new LateEgress(egressAllow);
  const replier = openReplier({ db, secret, log, providers, egress: () => egress.open() });
  return {
    ...replier,
    async [Symbol.asyncDispose]() {
      await replier[Symbol.asyncDispose]();
      await providers[Symbol.asyncDispose]();
      await egress[Symbol.asyncDispose]();
    },
  };
}
