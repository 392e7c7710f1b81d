import { join } from 'node:path';
import { QuestionVectors } from '../domains/knowledge/index.ts';
import type { SecretKey } from '../platform/access/index.ts';
import type { Database } from '../platform/db/index.ts';
import type { Log } from '../platform/kernel/index.ts';
import type { ChatResponder } from '../runtime/chat-runtime/index.ts';
import { openChatResponder } from '../runtime/chat-runtime/open-responder.ts';
import { LateEgress } from './late-egress.ts';
import { openProviders } from './providers.ts';
import type { Settings } from './settings.ts';

/** Opens the responder of chats, with the providers and tools of this process. */
export function openChatRuntime(
  options: { db: Database; secret: SecretKey; log: Log } & Pick<Settings, 'dataDir' | 'egressAllow'>,
): ChatResponder {
  const { db, secret, log, dataDir, egressAllow } = options;
  const providers = openProviders({
    db,
    secret,
    log,
    egressAllow,
    // Chats have no speech, so the folder stays unused.
    temporaryFolder: join(dataDir, 'speech'),
  });
  const egress = new LateEgress(egressAllow);
  const questionVectors = new QuestionVectors({ db, log, open: async () => providers });
  const responder = openChatResponder({
    ...{ db, secret, log, providers, questionVectors },
    egress: () => egress.open(),
  });
  return {
    ...responder,
    async [Symbol.asyncDispose]() {
      await responder[Symbol.asyncDispose]();
      await questionVectors[Symbol.asyncDispose]();
      await providers[Symbol.asyncDispose]();
      await egress[Symbol.asyncDispose]();
    },
  };
}
