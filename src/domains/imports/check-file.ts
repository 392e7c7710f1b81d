import type { RefusedRow, StoredRow } from './check-row.ts';
import type { ColumnPlan } from './columns.ts';
import { type ImportRow, importRow } from './import-row.ts';
import { type ArrivingFile, type RowReceiver, readFile } from './read-file.ts';
import type { ImportCheck } from './schemas.ts';

/** How many refused rows a check returns. */
const shownMax = 100;
const shownNumberCharactersMax = 64;
/** How many kinds of problems a check counts. */
const reasonsMax = 50;

interface FileToCheck extends ArrivingFile {
  /** Returns for each row why an import would refuse it (`<field>: <message>`), or null. By default no row is refused. */
  problemsOf?(rows: readonly ImportRow[]): Promise<readonly (string | null)[]>;
  /** Returns how many of the rows an import would accept without a change. Default: 0. */
  countKnown?(rows: readonly ImportRow[]): Promise<number>;
  /** Returns the columns that nothing uses. Default: none. */
  unusedColumns?(plan: ColumnPlan): string[];
}

/** Reads a whole file as an import does, and returns what would become of its rows. Stores nothing. */
export async function checkFile(file: FileToCheck): Promise<ImportCheck> {
  const checked = new CheckedRows(file);
  const { read, refused } = await readFile(file, checked);
  const rowsRefused = refused + checked.refusedLater;
  return {
    rowsRead: read,
    rowsAccepted: read - rowsRefused,
    rowsRefused,
    rowsKnown: checked.known,
    refused: checked.shown(),
    reasons: checked.reasons(),
    unusedColumns: checked.unusedColumns,
  };
}

class CheckedRows implements RowReceiver {
  unusedColumns: string[] = [];
  /** Rows with a valid form that are refused for what they name. */
  refusedLater = 0;
  known = 0;
  readonly #file: FileToCheck;
  #plan: ColumnPlan = { header: [], targets: [] };
  readonly #byForm: RefusedRow[] = [];
  readonly #byContent: RefusedRow[] = [];
  /** The refused rows by the kind of their problem. */
  readonly #reasons = new Map<string, { error: string; rows: number }>();

  constructor(file: FileToCheck) {
    this.#file = file;
  }

  async begin(plan: ColumnPlan): Promise<void> {
    this.#plan = plan;
    this.unusedColumns = this.#file.unusedColumns?.(plan) ?? [];
  }

  async take(rows: readonly StoredRow[], refused: readonly RefusedRow[]): Promise<void> {
    addUpTo(this.#byForm, refused);
    this.#count(refused);
    const content = rows.map((row) => importRow(this.#plan, row));
    const problems = (await this.#file.problemsOf?.(content)) ?? [];
    this.known += (await this.#file.countKnown?.(content)) ?? 0;
    const failed = rows.flatMap(([line, , fields], i): RefusedRow[] =>
      problems[i] == null ? [] : [{ line, error: problems[i], fields }],
    );
    this.refusedLater += failed.length;
    addUpTo(this.#byContent, failed);
    this.#count(failed);
  }

  #count(refused: readonly RefusedRow[]): void {
    for (const { error } of refused) {
      const kind = error.replaceAll(/"[^"]*"|\d+/g, '');
      const reason = this.#reasons.get(kind);
      if (reason) reason.rows++;
      else if (this.#reasons.size < reasonsMax) this.#reasons.set(kind, { error, rows: 1 });
    }
  }

  reasons(): ImportCheck['reasons'] {
    return [...this.#reasons.values()].sort((one, other) => other.rows - one.rows);
  }

  /** Returns the first refused rows. Each list is in the order of the file. */
  shown(): ImportCheck['refused'] {
    const place = this.#plan.targets.indexOf('phoneNumber');
    return [...this.#byForm, ...this.#byContent]
      .sort((one, other) => one.line - other.line)
      .slice(0, shownMax)
      .map(({ line, error, fields }) => ({
        line,
        phoneNumber: (fields[place] ?? '').slice(0, shownNumberCharactersMax).toWellFormed(),
        error,
      }));
  }
}

function addUpTo(list: RefusedRow[], rows: readonly RefusedRow[]): void {
  list.push(...rows.slice(0, shownMax - list.length));
}
