import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SecretKey } from '../access/index.ts';
import type { Database } from '../db/index.ts';
import { type Log, makeFolder } from '../kernel/index.ts';
import { Talks } from '../talks/index.ts';
import { openToolRunner } from '../tools/index.ts';
import { LateEgress } from './late-egress.ts';
import type { OpenTalks } from './late-talks.ts';
import { openProviders } from './providers.ts';
import type { Settings } from './settings.ts';

/** What carries talks in the browser, with the providers and the tools of this process. */
export async function openTalks(
  options: { db: Database; secret: SecretKey; log: Log } & Pick<Settings, 'dataDir' | 'egressAllow'>,
): Promise<OpenTalks> {
  const { db, secret, log, dataDir, egressAllow } = options;
  // What a killed process left of the speech that it tried to understand is removed.
  const temporaryFolder = join(dataDir, 'talk-speech');
  await rm(temporaryFolder, { recursive: true, force: true });
  await makeFolder(temporaryFolder);
  const providers = openProviders({ db, secret, log, egressAllow, temporaryFolder });
  const egress = new LateEgress(egressAllow);
  const talks = new Talks({
    ...{ db, providers },
    openTools: (call, given) => openToolRunner({ db, secret, egress: () => egress.open() }, call, given),
  });
  return {
    accept: (connection) => talks.accept(connection),
    async [Symbol.asyncDispose]() {
      await talks[Symbol.asyncDispose]();
      await providers[Symbol.asyncDispose]();
      await egress[Symbol.asyncDispose]();
    },
  };
}
