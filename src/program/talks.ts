import { rm } from 'node:fs/promises';
import type { SecretKey } from '../platform/access/index.ts';
import type { Database } from '../platform/db/index.ts';
import type { Log } from '../platform/kernel/index.ts';
import { Talks } from '../runtime/browser-calls/index.ts';
import { openToolRunner } from '../runtime/tools/index.ts';
import { LateEgress } from './late-egress.ts';
import type { OpenTalks } from './late-talks.ts';
import { openProviders } from './providers.ts';
import type { Settings } from './settings.ts';
import { speechFolder } from './speech-folder.ts';

/** What carries talks in the browser, with the providers and the tools of this process. */
export async function openTalks(
  options: { db: Database; secret: SecretKey; log: Log } & Pick<Settings, 'dataDir' | 'egressAllow'>,
): Promise<OpenTalks> {
  const { db, secret, log, dataDir, egressAllow } = options;
  const temporaryFolder = await speechFolder(dataDir, 'talk-speech');
  const providers = openProviders({ db, secret, log, egressAllow, temporaryFolder });
  const egress = new LateEgress(egressAllow);
  const talks = new Talks({
    db,
    providers,
    openTools: (call, given) => openToolRunner({ db, secret, egress: () => egress.open() }, call, given),
  });
  return {
    accept: (connection) => talks.accept(connection),
    async [Symbol.asyncDispose]() {
      await talks[Symbol.asyncDispose]();
      await providers[Symbol.asyncDispose]();
      await rm(temporaryFolder, { recursive: true, force: true });
      await egress[Symbol.asyncDispose]();
    },
  };
}
