import { change, type Scope } from '../../platform/audit/index.ts';
import { CsvError, type CsvRecord, type Delimiter, readCsv } from '../../platform/csv/index.ts';
import { conflict, invalid, newId, OutcomeUnknownError } from '../../platform/kernel/index.ts';
import { checkRow, type RefusedRow, type RowRules, type StoredRow } from './check-row.ts';
import { type ColumnPlan, type ColumnRules, planColumns } from './columns.ts';
import { NumberSet } from './number-set.ts';
import { type FileParameters, type Import, importRowsMax } from './schemas.ts';
import {
  forgetUnreadImport,
  insertImport,
  type NewImport,
  openImport,
  storeRefused,
  storeRows,
} from './store.ts';
import { toImport } from './to-import.ts';

/** How many rows are stored, and later queued, together. */
const chunkRows = 1000;

/** The most imports of an organization that are not completed. */
const openMax = 10;

interface UploadedFile {
  kind: Import['kind'];
  campaignId: string | null;
  /** The values that all rows share. */
  settings: Record<string, unknown>;
  rules: ColumnRules;
  parameters: FileParameters;
  /** Throws a 400 when a required column is missing. */
  checkColumns: (plan: ColumnPlan) => void;
  body: AsyncIterable<Uint8Array>;
}

/**
 * Reads a whole file, checks each row by its form, and stores the rows for `ImportWorker`. When it returns, all rows
 * are durable. When it throws, or its process dies, no row is taken, and the same request can be sent again. Only some
 * rows are in memory at a time, and the file is read no faster than rows are stored.
 */
export async function receiveImport(scope: Scope, file: UploadedFile): Promise<Import> {
  const intake = new Intake(scope, file);
  let isRead = false;
  try {
    const onDelimiter = (found: Delimiter) => (intake.delimiter = found);
    for await (const records of readCsv(file.body, { delimiter: file.parameters.delimiter, onDelimiter }))
      await intake.take(records);
    const { place, counts } = await intake.end();
    isRead = true;
    return await change(scope, async (tx) => ({
      result: toImport(await openImport(tx, place, counts)),
      audit: { verb: 'created', type: 'imports', id: place.importId, label: file.kind },
    }));
  } catch (thrown) {
    // When the database is unreachable, upkeep removes the rest.
    await intake.undo().catch(() => undefined);
    if (thrown instanceof CsvError) throw invalid('body', thrown.message);
    // No stored row is taken before the file is read completely.
    throw !isRead && thrown instanceof OutcomeUnknownError ? thrown.cause : thrown;
  }
}

/** Stores the rows of one file. */
class Intake {
  delimiter: Delimiter = ',';
  readonly #scope: Scope;
  readonly #file: UploadedFile;
  #import: NewImport | null = null;
  #rules: RowRules | null = null;
  #rows: StoredRow[] = [];
  #refused: RefusedRow[] = [];
  #chunks = 0;
  readonly #counts = { read: 0, refused: 0 };

  constructor(scope: Scope, file: UploadedFile) {
    this.#scope = scope;
    this.#file = file;
  }

  async take(records: CsvRecord[]): Promise<void> {
    for (const record of records) {
      if (this.#rules === null) this.#rules = await this.#begin(record.fields);
      else this.#check(record, this.#rules);
      if (this.#rows.length === chunkRows || this.#refused.length === chunkRows) await this.#flush();
    }
  }

  /** Stores the remaining rows. Returns the import and its counts. Throws a 400 for a file without rows. */
  async end(): Promise<{ place: NewImport; counts: { read: number; refused: number } }> {
    if (this.#import === null) throw invalid('body', 'is empty; it needs a header and at least one row');
    if (this.#counts.read === 0) throw invalid('body', 'has no row below its header');
    await this.#flush();
    return { place: this.#import, counts: this.#counts };
  }

  async undo(): Promise<void> {
    if (this.#import) await forgetUnreadImport(this.#scope.db, this.#import);
  }

  async #begin(header: string[]): Promise<RowRules> {
    const { kind, campaignId, settings, rules, parameters, checkColumns } = this.#file;
    const plan = planColumns(header, parameters.columns ?? {}, rules);
    checkColumns(plan);
    const { organizationId, memberId, requestId } = this.#scope.actor;
    const begun = {
      organizationId,
      importId: newId('import'),
      kind,
      campaignId,
      memberId,
      requestId,
      plan,
      settings,
      delimiter: this.delimiter,
    };
    if (!(await insertImport(this.#scope.db, begun, openMax))) {
      throw conflict('imports.too_many', `${openMax} imports are not completed. Wait until one of them is.`);
    }
    this.#import = begun;
    const seen = parameters.duplicates === 'keep' ? null : new NumberSet();
    return { plan, country: parameters.country ?? null, seen };
  }

  #check(record: CsvRecord, rules: RowRules): void {
    this.#counts.read += 1;
    if (this.#counts.read > importRowsMax) throw invalid('body', `has more than ${importRowsMax} rows`);
    const row = checkRow(record, rules);
    if ('error' in row) {
      this.#refused.push(row);
      this.#counts.refused += 1;
    } else this.#rows.push(row);
  }

  async #flush(): Promise<void> {
    const [rows, refused] = [this.#rows, this.#refused];
    this.#rows = [];
    this.#refused = [];
    await storeRefused(this.#scope.db, this.#import!, refused);
    if (rows.length > 0) await storeRows(this.#scope.db, this.#import!, this.#chunks++, rows);
  }
}
