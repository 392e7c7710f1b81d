import type { Agent } from 'undici';
import { failureMessage } from '../conversation/pipeline/index.ts';
import {
  createProviders,
  type ProviderCircuitChange,
  type Providers,
} from '../conversation/providers/registry.ts';
import { storeProviderCircuit } from '../domains/circuits/index.ts';
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
    onCircuit: (change) => storeCircuit(db, log, change),
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

const kinds = {
  languageModel: 'model',
  textToSpeech: 'voice',
  speechToText: 'transcriber',
  speechToSpeech: 'speechToSpeech',
} as const;

/** Stores an opened or closed circuit for those who look at the agent. No call waits for it. */
function storeCircuit(
  db: Database,
  log: Log,
  { organizationId, kind, config, pauseMs, error }: ProviderCircuitChange,
): void {
  const { provider, key, model } = config as { provider: string; key?: string; model?: string };
  const subject = { kind: kinds[kind], provider, key: key ?? null, model: model ?? null };
  const opened = pauseMs === null ? null : { pauseMs, message: failureMessage(error) };
  storeProviderCircuit(db, organizationId, subject, opened).catch((thrown: unknown) =>
    log.warn({ err: thrown, provider }, 'the state of a provider could not be stored'),
  );
}

async function openDispatcher(egressAllow: readonly string[]): Promise<Agent> {
  const { AddressRules, guardedDispatcher } = await import('../platform/egress/index.ts');
  const rules = new AddressRules(egressAllow);
  return guardedDispatcher({ permits: (address) => rules.permits(address) });
}
