import { change, type Scope } from '../../platform/audit/index.ts';
import type { Delimiter } from '../../platform/csv/index.ts';
import { conflict, newId, OutcomeUnknownError } from '../../platform/kernel/index.ts';
import type { RefusedRow, StoredRow } from './check-row.ts';
import type { ColumnPlan } from './columns.ts';
import { type ArrivingFile, type RowReceiver, readFile } from './read-file.ts';
import type { Import } from './schemas.ts';
import {
  forgetUnreadImport,
  insertImport,
  type NewImport,
  openImport,
  storeRefused,
  storeRows,
} from './store.ts';
import { toImport } from './to-import.ts';

/** The most imports of an organization that are not completed. */
const openMax = 10;

interface UploadedFile extends ArrivingFile {
  kind: Import['kind'];
  campaignId: string | null;
  /** The values that all rows share. */
  settings: Record<string, unknown>;
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
    const counts = await readFile(file, intake);
    isRead = true;
    return await change(scope, async (tx) => ({
      result: toImport(await openImport(tx, intake.place, counts)),
      audit: { verb: 'created', type: 'imports', id: intake.place.importId, label: file.kind },
    }));
  } catch (thrown) {
    // When the database is unreachable, upkeep removes the rest.
    await intake.undo().catch(() => undefined);
    // No stored row is taken before the file is read completely.
    throw !isRead && thrown instanceof OutcomeUnknownError ? thrown.cause : thrown;
  }
}

/** Stores the rows of one file. */
class Intake implements RowReceiver {
  readonly #scope: Scope;
  readonly #file: UploadedFile;
  #import: NewImport | null = null;
  #chunks = 0;

  constructor(scope: Scope, file: UploadedFile) {
    this.#scope = scope;
    this.#file = file;
  }

  /** The import of a file that has begun. */
  get place(): NewImport {
    return this.#import!;
  }

  async begin(plan: ColumnPlan, delimiter: Delimiter): Promise<void> {
    const { kind, campaignId, settings } = this.#file;
    const { organizationId, memberId, requestId } = this.#scope.actor;
    const importId = newId('import');
    const begun = {
      ...{ organizationId, importId, kind, campaignId, memberId, requestId, plan, settings, delimiter },
    };
    if (!(await insertImport(this.#scope.db, begun, openMax))) {
      throw conflict('imports.too_many', `${openMax} imports are not completed. Wait until one of them is.`);
    }
    this.#import = begun;
  }

  async take(rows: readonly StoredRow[], refused: readonly RefusedRow[]): Promise<void> {
    await storeRefused(this.#scope.db, this.place, refused);
    if (rows.length > 0) await storeRows(this.#scope.db, this.place, this.#chunks++, rows);
  }

  async undo(): Promise<void> {
    if (this.#import) await forgetUnreadImport(this.#scope.db, this.#import);
  }
}
