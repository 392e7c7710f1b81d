import { rm } from 'node:fs/promises';
import { QuestionVectors } from '../domains/knowledge/index.ts';
import type { TurnOptions } from '../domains/web-calls/index.ts';
import type { SecretKey } from '../platform/access/index.ts';
import type { Database } from '../platform/db/index.ts';
import type { Log } from '../platform/kernel/index.ts';
import { SpareSpeech } from '../runtime/agent-runtime/index.ts';
import { BrowserCalls } from '../runtime/browser-calls/index.ts';
import { openToolRunner } from '../runtime/tools/index.ts';
import type { OpenBrowserCalls } from './late-browser-calls.ts';
import { LateEgress } from './late-egress.ts';
import { openProviders } from './providers.ts';
import type { Settings } from './settings.ts';
import { speechFolder } from './speech-folder.ts';

/** Opens the part that carries browser calls, with the providers and tools of this process. */
export async function openBrowserCalls(
  options: { db: Database; secret: SecretKey; log: Log } & Pick<
    Settings,
    'dataDir' | 'modelsDir' | 'egressAllow'
  > & { turn?: TurnOptions },
): Promise<OpenBrowserCalls> {
  const { db, secret, log, dataDir, modelsDir, egressAllow, turn } = options;
  const temporaryFolder = await speechFolder(dataDir, 'browser-call-speech');
  const providers = openProviders({ db, secret, log, egressAllow, temporaryFolder, modelsDir });
  const egress = new LateEgress(egressAllow);
  const questionVectors = new QuestionVectors({ db, log, open: async () => providers });
  const tools = { db, secret, egress: () => egress.open(), questionVectors };
  const browserCalls = new BrowserCalls({
    ...{ db, providers, questionVectors, turn },
    spareSpeech: new SpareSpeech(),
    openTools: (call, given) => openToolRunner(tools, call, given),
  });
  return {
    accept: (connection) => browserCalls.accept(connection),
    async [Symbol.asyncDispose]() {
      await browserCalls[Symbol.asyncDispose]();
      await questionVectors[Symbol.asyncDispose]();
      await providers[Symbol.asyncDispose]();
      await rm(temporaryFolder, { recursive: true, force: true });
      await egress[Symbol.asyncDispose]();
    },
  };
}
