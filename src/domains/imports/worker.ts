import type { Database, Transaction } from '../../platform/db/index.ts';
import { type Log, PollingLoop } from '../../platform/kernel/index.ts';
import type { RefusedRow, StoredRow } from './check-row.ts';
import { type ImportRow, importRow } from './import-row.ts';
import type { Import } from './schemas.ts';
import {
  findImport,
  finishChunk,
  type ImportRecord,
  lockNextImport,
  nextChunk,
  noteChunkFailure,
  storeRefused,
} from './store.ts';

/** How the rows of a kind of import are processed. */
export interface ImportKind {
  name: Import['kind'];
  /** Takes rows in one transaction. Returns for each row its problem (`<field>: <message>`), or null. */
  take(tx: Transaction, record: ImportRecord, rows: readonly ImportRow[]): Promise<(string | null)[]>;
  /** Called after rows were taken and committed. */
  taken?(): void;
}

interface ImportWorkerOptions {
  db: Database;
  kinds: readonly ImportKind[];
  log: Log;
  /** How often the worker looks for imports that other processes received, in milliseconds; 5 s by default. */
  pollMs?: number;
}

type Place = Pick<ImportRecord, 'organizationId' | 'importId'>;

/** After this many failures, rows are refused so that the import ends. */
const failuresMax = 5;

/**
 * Takes the rows of received imports. One transaction takes some rows and removes them from the stored ones, so each
 * row is taken once, whatever fails. Every process that serves the API runs one. The lock on the import lets one of
 * them work on it, and imports take turns.
 */
export class ImportWorker {
  readonly #options: ImportWorkerOptions;
  readonly #loop: PollingLoop;
  readonly #abort = new AbortController();

  constructor(options: ImportWorkerOptions) {
    this.#options = options;
    this.#loop = new PollingLoop(() => this.#workOnce(), options.pollMs ?? 5000);
  }

  start(): void {
    this.#loop.start();
  }

  /** Notes that an import waits. */
  wake(): void {
    this.#loop.wake();
  }

  /** Stops after the rows in progress. */
  async close(): Promise<void> {
    this.#abort.abort();
    await this.#loop.stop();
  }

  /** Returns false when there is nothing to do, or nothing can be done now. */
  async #workOnce(): Promise<boolean> {
    const { db, log, kinds } = this.#options;
    let at = null as Place | null;
    try {
      await db.transaction(async (tx) => {
        at = await lockNextImport(tx);
        if (at !== null) await this.#takeNext(tx, at);
      });
      if (at === null) return false;
      for (const kind of kinds) kind.taken?.();
      return true;
    } catch (error) {
      if (this.#abort.signal.aborted) return false;
      log.error({ err: error, ...(at ?? {}) }, 'rows of an import failed; they are tried again');
      return at !== null && (await this.#noteFailure(at));
    }
  }

  /** Returns false when this fails too: the database is unreachable. */
  #noteFailure(at: Place): Promise<boolean> {
    return noteChunkFailure(this.#options.db, at).then(
      () => true,
      () => false,
    );
  }

  async #takeNext(tx: Transaction, at: Place): Promise<void> {
    const record = (await findImport(tx, at))!;
    const next = await nextChunk(tx, at);
    const rows = next?.rows ?? [];
    const errors = await this.#errorsOf(tx, record, rows);
    const refused = rows.flatMap(([line, , fields], i): RefusedRow[] =>
      errors[i] == null ? [] : [{ line, error: errors[i], fields }],
    );
    await storeRefused(tx, at, refused);
    const counts = { accepted: rows.length - refused.length, refused: refused.length };
    await finishChunk(tx, at, { chunk: next?.chunk ?? null, ...counts });
  }

  async #errorsOf(
    tx: Transaction,
    record: ImportRecord,
    rows: readonly StoredRow[],
  ): Promise<readonly (string | null)[]> {
    if (record.failures >= failuresMax)
      return rows.map(() => 'row: could not be taken, for a reason on our side');
    const kind = this.#options.kinds.find(({ name }) => name === record.kind);
    if (!kind) throw new Error(`unknown kind of import: ${record.kind}`);
    return kind.take(
      tx,
      record,
      rows.map((row) => importRow(record.plan, row)),
    );
  }
}
