import type { ReadScope } from '../../platform/audit/index.ts';
import { csvLine } from '../../platform/csv/index.ts';
import { StreamedBody } from '../../platform/http/index.ts';
import { refusedColumns } from './columns.ts';
import { getImport, type ImportPlace } from './get.ts';
import { type ImportRecord, selectRefusedRows } from './store.ts';

const pageRows = 1000;

/** The byte order mark, by which spreadsheets recognize UTF-8. */
const byteOrderMark = '\ufeff';

/**
 * Returns the rows refused so far as a CSV file: row and reason, then the columns as they were sent, with the file's
 * delimiter. The file can be corrected and imported as it is.
 */
export async function refusedFile(scope: ReadScope, place: ImportPlace): Promise<StreamedBody> {
  const found = await getImport(scope, place);
  return new StreamedBody('text/csv; charset=utf-8', lines(scope, found), {
    'content-disposition': `attachment; filename="refused-${found.importId}.csv"`,
  });
}

async function* lines(scope: ReadScope, found: ImportRecord): AsyncGenerator<string> {
  const { delimiter, plan } = found;
  // A corrected file of refused rows has these columns already. They are written anew.
  const own = (fields: readonly string[]) =>
    fields.length === plan.header.length
      ? fields.filter((_, i) => !refusedColumns.includes(plan.header[i]!))
      : fields;
  yield byteOrderMark + csvLine([...refusedColumns, ...own(plan.header)], delimiter);
  for (let after = 0; ; ) {
    const rows = await selectRefusedRows(scope.db, found, after, pageRows);
    yield rows
      .map(({ line, error, fields }) => csvLine([String(line), error, ...own(fields)], delimiter))
      .join('');
    const last = rows.at(-1);
    if (!last || rows.length < pageRows) return;
    after = last.line;
  }
}
