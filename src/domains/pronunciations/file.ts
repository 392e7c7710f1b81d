import { Readable } from 'node:stream';
import { change, type ReadScope, type Scope } from '../../platform/audit/index.ts';
import { CsvError, type CsvRecord, csvLine, inertText, readCsv } from '../../platform/csv/index.ts';
import { inputProblems, StreamedBody } from '../../platform/http/index.ts';
import { type FieldError, invalid } from '../../platform/kernel/index.ts';
import { CreatePronunciation, type PronunciationImport, pronunciationsMax } from './schemas.ts';
import { findRepeated, lockDictionary, mergePronunciations, selectAllEntries } from './store.ts';
import { refuseBeyondMaximum } from './write.ts';

const columns = ['term', 'language', 'replacement', 'ipa'] as const;

/** The largest file to import: far more than a full dictionary needs. */
export const dictionaryBytesMax = 2 ** 20;

/** Returns the whole dictionary as a CSV file in the order of its terms. */
export async function exportPronunciations({ db, actor }: ReadScope): Promise<StreamedBody> {
  const entries = await selectAllEntries(db, actor.organizationId);
  const lines = entries.map((entry) => csvLine(columns.map((name) => inertText(entry[name] ?? ''))));
  const file = Readable.from([[csvLine(columns), ...lines].join('')]);
  return new StreamedBody('text/csv; charset=utf-8', file, {
    'content-disposition': 'attachment; filename="pronunciations.csv"',
  });
}

/**
 * Adds the entries of a CSV file, and changes those whose term and primary language are in the dictionary. Throws a 400
 * that names the rows when any of them is wrong; nothing has changed then.
 */
export async function importPronunciations(
  scope: Scope,
  body: AsyncIterable<Uint8Array>,
): Promise<PronunciationImport> {
  const { organizationId } = scope.actor;
  const { entries, rows } = await readEntries(body);
  return change(scope, async (tx) => {
    await lockDictionary(tx, organizationId);
    const repeated = await findRepeated(tx, entries);
    if (repeated) {
      const [first, second] = repeated.map((index) => rows[index]!);
      throw invalid(`row ${second}, term`, `is in row ${first} already, in the same language`);
    }
    const merged = await mergePronunciations(tx, organizationId, entries);
    await refuseBeyondMaximum(tx, organizationId);
    const created = merged.filter(({ isNew }) => isNew).length;
    const updated = merged.length - created;
    return {
      result: { created, updated, unchanged: entries.length - merged.length },
      audit: merged.map(({ pronunciationId: id, term: label, isNew }) => ({
        ...{ verb: isNew ? ('created' as const) : ('updated' as const), type: 'pronunciations' as const },
        ...{ id, label },
      })),
    };
  });
}

/** The entries of a file, and the row of each. */
interface Entries {
  entries: CreatePronunciation[];
  rows: number[];
}

async function readEntries(body: AsyncIterable<Uint8Array>): Promise<Entries> {
  const [header, ...records] = await readRecords(body);
  const names = (header?.fields ?? []).map((name) => name.trim());
  checkHeader(names);
  const found: Entries = { entries: [], rows: [] };
  const problems: FieldError[] = [];
  for (const { row, fields } of records) {
    const parsed = CreatePronunciation.safeParse(valuesOf(names, fields), { reportInput: true });
    if (parsed.success) {
      found.entries.push(parsed.data);
      found.rows.push(row);
    } else {
      const ofRow = inputProblems(parsed.error, 'entry');
      problems.push(...ofRow.map(({ field, message }) => ({ field: `row ${row}, ${field}`, message })));
    }
  }
  if (problems.length > 0) throw invalid(problems);
  return found;
}

/** Returns the records of a file. Throws a 400 for a file that cannot be read or has more records than a dictionary. */
async function readRecords(body: AsyncIterable<Uint8Array>): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  try {
    for await (const batch of readCsv(body)) {
      records.push(...batch);
      if (records.length > pronunciationsMax + 1)
        throw invalid('body', `has more than ${pronunciationsMax} entries, the most of a dictionary`);
    }
  } catch (error) {
    if (error instanceof CsvError) throw invalid('body', error.message);
    throw error;
  }
  return records;
}

function checkHeader(names: readonly string[]): void {
  const unknown = names.find((name) => !columns.some((column) => column === name));
  if (unknown !== undefined)
    throw invalid('body', `has the unknown column "${unknown.slice(0, 100)}"; use ${columns.join(', ')}`);
  if (new Set(names).size < names.length) throw invalid('body', 'names a column twice');
  if (!names.includes('term')) throw invalid('body', `needs a first line with ${columns.join(', ')}`);
}

/** Returns the fields of a record by their columns. An empty field is null. Further fields are refused by the schema. */
function valuesOf(names: readonly string[], fields: readonly string[]): Record<string, string | null> {
  const values = fields.map((field, index) => [names[index] ?? `field ${index + 1}`, given(field)] as const);
  return Object.fromEntries(values.filter(([name, value]) => value !== null || name === 'term'));
}

/** Returns a field as it was exported: without the apostrophe that keeps a spreadsheet from reading a formula. */
function given(field: string): string | null {
  return field.replace(/^'(?=[=+\-@])/, '').trim() || null;
}
