import { CsvError, type CsvRecord, type Delimiter, readCsv } from '../../platform/csv/index.ts';
import { invalid } from '../../platform/kernel/index.ts';
import { checkRow, type RefusedRow, type RowRules, type StoredRow } from './check-row.ts';
import { type ColumnPlan, type ColumnRules, planColumns } from './columns.ts';
import { NumberSet } from './number-set.ts';
import { type FileParameters, importRowsMax } from './schemas.ts';

/** How many rows are passed on, and later queued, together. */
const chunkRows = 1000;

/** A file as it arrives, and how to read it. */
export interface ArrivingFile {
  rules: ColumnRules;
  parameters: FileParameters;
  /** Throws a 400 when a required column is missing. */
  checkColumns: (plan: ColumnPlan) => void;
  body: AsyncIterable<Uint8Array>;
}

/** Receives the content of a file while it is read. */
export interface RowReceiver {
  /** Called once, before the first row. */
  begin(plan: ColumnPlan, delimiter: Delimiter): Promise<void>;
  /** Called with up to 1,000 rows that have a valid form, and up to 1,000 that do not. */
  take(rows: readonly StoredRow[], refused: readonly RefusedRow[]): Promise<void>;
}

/** The rows of a file, and those without a valid form. */
export interface RowCounts {
  read: number;
  refused: number;
}

/**
 * Reads a whole file, and checks each row by its form. Only some rows are in memory at a time, and the file is read no
 * faster than rows are taken. Throws a 400 for a file that is refused as a whole.
 */
export async function readFile(file: ArrivingFile, receiver: RowReceiver): Promise<RowCounts> {
  const reader = new RowReader(file, receiver);
  try {
    const { delimiter } = file.parameters;
    const onDelimiter = (found: Delimiter) => (reader.delimiter = found);
    for await (const records of readCsv(file.body, { delimiter, onDelimiter })) await reader.read(records);
  } catch (thrown) {
    if (thrown instanceof CsvError) throw invalid('body', thrown.message);
    throw thrown;
  }
  return reader.end();
}

class RowReader {
  delimiter: Delimiter = ',';
  readonly #file: ArrivingFile;
  readonly #receiver: RowReceiver;
  #rules: RowRules | null = null;
  #rows: StoredRow[] = [];
  #refused: RefusedRow[] = [];
  readonly #counts: RowCounts = { read: 0, refused: 0 };

  constructor(file: ArrivingFile, receiver: RowReceiver) {
    this.#file = file;
    this.#receiver = receiver;
  }

  async read(records: CsvRecord[]): Promise<void> {
    for (const record of records) {
      if (this.#rules === null) this.#rules = await this.#begin(record.fields);
      else this.#check(record, this.#rules);
      if (this.#rows.length === chunkRows || this.#refused.length === chunkRows) await this.#flush();
    }
  }

  /** Passes on the remaining rows. Throws a 400 for a file without rows. */
  async end(): Promise<RowCounts> {
    if (this.#rules === null) throw invalid('body', 'is empty; it needs a header and at least one row');
    if (this.#counts.read === 0) throw invalid('body', 'has no row below its header');
    await this.#flush();
    return this.#counts;
  }

  async #begin(header: string[]): Promise<RowRules> {
    const { rules, parameters, checkColumns } = this.#file;
    const plan = planColumns(header, parameters.columns ?? {}, rules);
    checkColumns(plan);
    await this.#receiver.begin(plan, this.delimiter);
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
    await this.#receiver.take(rows, refused);
  }
}
