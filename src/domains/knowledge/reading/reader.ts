import type { Database } from '../../../platform/db/index.ts';
import type { Egress } from '../../../platform/egress/index.ts';
import { type Log, PollingLoop } from '../../../platform/kernel/index.ts';
import { type ClaimedSource, claimSource } from '../store/claim-store.ts';

interface ReaderOptions {
  db: Database;
  log: Log;
  /** Opens egress with the first source. */
  openEgress: () => Promise<Egress>;
  /** How often the reader looks for sources that other processes created or that are due again; 5 s by default. */
  pollMs?: number;
  /** How often the claim of a source is extended; 15 s by default. */
  extendMs?: number;
  /** The longest wait for a page; 30 s by default. */
  fetchMsMax?: number;
}

/** The most sources that one process reads at the same time. */
const sourcesMax = 3;

/**
 * Reads the sources that are due: files, pages and sites. Every process that serves the API runs one. A source is claimed
 * for a minute and the claim is extended, so the source of a process that dies is taken by another, which leaves out the
 * pages that were read.
 */
export class KnowledgeReader {
  readonly #options: ReaderOptions;
  readonly #loop: PollingLoop;
  readonly #abort = new AbortController();
  readonly #readings = new Set<Promise<void>>();

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#loop = new PollingLoop(
      async () => this.#readings.size < sourcesMax && (await this.#readNext()),
      options.pollMs ?? 5000,
    );
  }

  start(): void {
    this.#loop.start();
  }

  /** Notes that a source waits. */
  wake(): void {
    this.#loop.wake();
  }

  /** Stops after the pages in progress. Another process goes on with their sources. */
  async close(): Promise<void> {
    this.#abort.abort();
    await this.#loop.stop();
    await Promise.all(this.#readings);
  }

  /** Returns false when there is nothing to read, or nothing can be read now. */
  async #readNext(): Promise<boolean> {
    const { db, log } = this.#options;
    const source = await claimSource(db).catch((error: unknown) => {
      if (!this.#abort.signal.aborted)
        log.warn({ err: error }, 'cannot look for sources of knowledge to read');
      return null;
    });
    if (!source) return false;
    const reading = this.#read(source).finally(() => {
      this.#readings.delete(reading);
      this.wake();
    });
    this.#readings.add(reading);
    return true;
  }

  async #read(source: ClaimedSource): Promise<void> {
    const { db, log, openEgress, extendMs, fetchMsMax } = this.#options;
    const { organizationId, sourceId } = source;
    try {
      // Loaded on first use: most processes read nothing.
      const { readSource } = await import('./read-source.ts');
      const { signal } = this.#abort;
      await readSource({ db, egress: await openEgress(), signal, extendMs, fetchMsMax }, source);
    } catch (error) {
      log.error(
        { err: error, organizationId, sourceId },
        'a source of knowledge was not read; it is tried again',
      );
    }
  }
}
