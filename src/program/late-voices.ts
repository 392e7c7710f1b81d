import { tmpdir } from 'node:os';
import type { Providers } from '../conversation/providers/registry.ts';
import type { SecretKey } from '../platform/access/index.ts';
import type { Database } from '../platform/db/index.ts';
import type { Log } from '../platform/kernel/index.ts';

/** Voices outside of calls, with the keys of organizations. The first use loads them. */
export class LateVoices {
  readonly #options: { db: Database; secret: SecretKey; log: Log; egressAllow: readonly string[] };
  #opened: Promise<Providers> | null = null;

  constructor(options: { db: Database; secret: SecretKey; log: Log; egressAllow: readonly string[] }) {
    this.#options = options;
  }

  readonly open = async (): Promise<Pick<Providers, 'textToSpeech'>> => {
    this.#opened ??= this.#open();
    return this.#opened;
  };

  async close(): Promise<void> {
    await (await this.#opened)?.[Symbol.asyncDispose]();
  }

  async #open(): Promise<Providers> {
    const { openProviders } = await import('./providers.ts');
    // Only transcribers write to the folder.
    return openProviders({ ...this.#options, temporaryFolder: tmpdir() });
  }
}
