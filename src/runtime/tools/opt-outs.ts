import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { suppressCustomer } from '../../domains/suppressions/index.ts';
import { type Database, isDatabaseAway } from '../../platform/db/index.ts';
import { systemActor } from '../../platform/http/index.ts';
import { delay, type Log, waitAtMost } from '../../platform/kernel/index.ts';

/** A customer who said in a call that they do not want to be called again. */
export interface OptOut {
  organizationId: string;
  callId: string;
  customerNumber: string;
}

interface OptOutsOptions {
  db: Database;
  /** The folder of the opt-outs that the database does not have yet. */
  folder: string;
  log: Log;
}

/** The caller waits meanwhile. */
const storedWithinMs = 2000;
const retryEveryMs = 1000;

/**
 * Suppresses the numbers of customers who opt out. While the database is away, each opt-out is a file, which is flushed
 * before the tool succeeds. It is stored as soon as the database is back, also by a later process on this machine.
 */
export class OptOuts {
  readonly #options: OptOutsOptions;
  readonly #abort = new AbortController();
  #storing: Promise<void> = Promise.resolve();

  constructor(options: OptOutsOptions) {
    this.#options = options;
  }

  /** Begins to store what an earlier process has left. */
  async start(): Promise<void> {
    await mkdir(this.#options.folder, { recursive: true });
    this.#storeKept();
  }

  /** Resolves when the opt-out is in the database or, while that is away, in a file. */
  async record(optOut: OptOut): Promise<void> {
    const { db, folder, log } = this.#options;
    try {
      const stored = storeOptOut(db, optOut).then(() => true);
      if (await waitAtMost(stored, storedWithinMs)) return;
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
    }
    await keep(folder, optOut);
    const { organizationId, callId } = optOut;
    log.warn({ organizationId, callId }, 'an opt-out is kept in a file until the database is back');
    this.#storeKept();
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.#storing;
  }

  #storeKept(): void {
    this.#storing = this.#storing
      .then(() => this.#storeAll())
      .catch((error: unknown) => this.#options.log.error({ err: error }, 'the kept opt-outs cannot be read'));
  }

  /** Stores the kept opt-outs until none is left. One that cannot be stored does not delay the others. */
  async #storeAll(): Promise<void> {
    const { db, folder, log } = this.#options;
    const { signal } = this.#abort;
    for (;;) {
      const kept = (await readdir(folder)).filter((name) => name.endsWith('.json'));
      if (kept.length === 0) return;
      for (const name of kept) {
        if (signal.aborted) return;
        const path = join(folder, name);
        try {
          await storeOptOut(db, JSON.parse(await readFile(path, 'utf8')) as OptOut);
          await rm(path, { force: true });
        } catch (error) {
          log.warn({ err: error, path }, 'an opt-out could not be stored; retrying');
        }
      }
      await delay(retryEveryMs, signal);
    }
  }
}

/** Suppresses the number of a customer who opts out. */
export async function storeOptOut(
  db: Database,
  { organizationId, callId, customerNumber: phoneNumber }: OptOut,
): Promise<void> {
  const scope = { db, actor: systemActor(organizationId, callId) };
  await suppressCustomer(scope, { phoneNumber, source: 'call', callId });
}

/** Writes a file that survives a loss of power, and is complete as soon as it has its name. */
async function keep(folder: string, optOut: OptOut): Promise<void> {
  const path = join(folder, `${optOut.callId}.json`);
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(optOut));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  // The new name is durable only once its folder is flushed.
  const names = await open(folder, 'r');
  try {
    await names.sync();
  } finally {
    await names.close();
  }
}
