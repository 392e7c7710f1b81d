import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { targetOf, withTarget } from '../../console/src/features/imports/column-rules.ts';
import { toUtf8 } from '../../console/src/features/imports/csv-encoding.ts';
import { acceptedOf, headerOf } from '../../console/src/features/imports/csv-header.ts';
import { guessColumns } from '../../console/src/features/imports/guess-columns.ts';
import { importKey } from '../../console/src/features/imports/import-key.ts';
import { isOfBefore } from '../../console/src/features/imports/is-of-before.ts';
import { reasonOfMany, rowReason } from '../../console/src/features/imports/row-reason.ts';
import { personName } from '../../console/src/features/person-words/index.ts';
import {
  type CsvRecord,
  csvLine,
  type Delimiter,
  delimiters,
  readCsv,
} from '../../src/platform/csv/index.ts';

test('reads the header and first rows of a file with any delimiter, and numbers them as the API', async () => {
  const field = fc.oneof(
    fc.string().filter((text) => !text.includes('\uFEFF')),
    fc.constantFrom('\n', '\r\n', 'two\rlines', '"'),
  );
  const record = fc.array(field, { minLength: 2, maxLength: 6 });
  const emptyLines = fc.constantFrom('', '', '\n', '\r', '\r\n\n');
  const rows = fc.array(fc.tuple(emptyLines, record), { minLength: 2, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(rows, fc.constantFrom(...delimiters), async (written, delimiter) => {
      const text = written.map(([empty, fields]) => `${empty}${csvLine(fields, delimiter)}`).join('');
      const [header, ...read] = await recordsOf(text, delimiter);
      const columns = header!.fields.map((name) => name.trim());
      expect(headerOf(`\uFEFF${text}`)).toEqual({ columns, rows: read });
    }),
  );
});

async function recordsOf(text: string, delimiter: Delimiter): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  for await (const some of readCsv(Readable.from([Buffer.from(text)]), { delimiter })) records.push(...some);
  return records;
}

const text = 'Name;Ort\r\nJürgen Größe;Orléans, 5 €\r\n';
const windows = Buffer.from(text.replace('€', '\x80'), 'latin1');
const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le');
test.each([
  ['Windows-1252', windows, 'windows-1252'],
  ['UTF-16', utf16, 'utf-16le'],
  ['UTF-16, the other byte first', Buffer.from(utf16).swap16(), 'utf-16be'],
] as const)('converts a file of %s to UTF-8', async (_name, bytes, encoding) => {
  const read = await toUtf8(new File([bytes], 'customers.csv', { type: 'text/csv' }));
  expect([await read.file.text(), read.encoding, read.file.name]).toEqual([text, encoding, 'customers.csv']);
});

const tooEarly = Buffer.from(text).subarray(0, Buffer.from(text).indexOf('é') + 1);
test.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`)],
  ['UTF-8 that has U+FFFD', Buffer.from('Name\nJ\uFFFDrgen\n')],
  ['UTF-8 that ends within a character', tooEarly],
  ['no text', Buffer.from('PK\x03\x04\0\xE4', 'latin1')],
  ['nothing', Buffer.alloc(0)],
] as const)('sends %s as it is', async (_name, bytes) => {
  const file = new File([bytes], 'customers.csv');
  expect(await toUtf8(file)).toEqual({ file, encoding: null });
  expect(Buffer.from(await (await toUtf8(file)).file.arrayBuffer())).toEqual(bytes);
});

test('a column is the field of its name, unless it or another column is mapped', () => {
  const rules = { fields: { phoneNumber: 'Phone number', priority: 'Priority' }, variables: ['first_name'] };
  const of = (name: string, mapping = {}) => targetOf(name, mapping, rules);
  expect(['phoneNumber', 'Vorname', 'importLine'].map((name) => of(name))).toEqual([
    ...['phoneNumber', 'variables.Vorname', 'ignore'],
  ]);
  const mobile = withTarget({}, 'Mobile', 'phoneNumber', rules);
  expect([of('Mobile', mobile), of('phoneNumber', mobile)]).toEqual(['phoneNumber', 'variables.phoneNumber']);
  expect(withTarget(mobile, 'Mobile', 'variables.Mobile', rules)).toEqual({});
  expect(targetOf('name', {}, { fields: rules.fields, variables: null })).toBe('ignore');
});

test('guesses what the columns of common exports hold', () => {
  const fields = { phoneNumber: 'Phone number', timeZone: 'Time zone', priority: 'Priority' };
  const guess = (columns: string[], variables: string[] | null = ['firstName', 'last_name', 'orderId']) =>
    guessColumns(columns, { fields, variables });
  expect(guess(['Phone', 'First name', 'Surname', 'Order ID', 'Time zone', 'Notes'])).toEqual({
    ...{ Phone: 'phoneNumber', 'First name': 'variables.firstName', Surname: 'variables.last_name' },
    ...{ 'Order ID': 'variables.orderId', 'Time zone': 'timeZone' },
  });
  expect(guess(['Vorname', 'Telefon', 'Mobil'])).toEqual({
    Vorname: 'variables.firstName',
    Telefon: 'phoneNumber',
  });
  expect(guess(['Téléphone', 'Prénom'])).toEqual({
    Téléphone: 'phoneNumber',
    Prénom: 'variables.firstName',
  });
  // Names that the API understands need no mapping, and one column has each field.
  expect(guess(['phoneNumber', 'Mobile', 'firstName', 'First name'])).toEqual({});
  expect(guess(['importLine', 'Number', ''], null)).toEqual({ Number: 'phoneNumber' });
});

test.each([
  ['an import of its own', null, '12:00:00.100', null, false],
  ['an earlier one, at the first try that is answered', 'true', '11:59:59.900', null, true],
  ['this morning’s, at a second try after one without an answer', 'true', '09:00:00.000', 40_000, true],
  ['the one that the first try made, whose answer was lost', 'true', '11:59:21.000', 40_000, false],
  ['one from shortly before the first try', 'true', '11:59:19.000', 40_000, true],
])('decides whether an import existed before: %s', (_what, replayed, at, sinceFirstMs, isBefore) => {
  const headers = new Headers({ date: 'Sun, 22 Nov 2026 12:00:00 GMT' });
  if (replayed) headers.set('idempotent-replayed', replayed);
  const taken = { createdAt: `2026-11-22T${at}Z` };
  expect(isOfBefore(taken, headers, sinceFirstMs)).toBe(isBefore);
  headers.delete('date');
  expect(isOfBefore(taken, headers, sinceFirstMs)).toBe(replayed !== null);
});

test.each([
  ['phoneNumber: is empty', '', 'The number is empty.'],
  ['phoneNumber: appears in row 2 too', '1', 'The number appears in row 2 too.'],
  ['phoneNumber: Emergency numbers are never dialed', '1', 'Emergency numbers are never dialed.'],
  [
    'phoneNumber: can be +491 or +492; write it with + and its country code',
    ...['1', 'The number can be +491 or +492; write it with + and its country code.'],
  ],
  [
    'variables.first_name: is required by the agent; priority: must be a number',
    ...['1', 'The agent needs first_name, and the row has none. The priority must be a number.'],
  ],
  [
    'scheduleId: there is no schedule with this id',
    ...['1', 'The schedule is unknown: there is no schedule with this id.'],
  ],
  ['Notes: is longer than 4096 characters', '1', 'Notes is longer than 4096 characters.'],
  [
    'phoneNumber: contains "E+12", which does not belong in a phone number',
    ...['4.91512E+12', expect.stringContaining('Choose the Excel file itself')],
  ],
])('says in words why a row is refused: %s', (error, phoneNumber, words) => {
  expect(rowReason(error, phoneNumber)).toEqual(words);
});

test('says in words why many rows are refused', () => {
  expect(
    [
      'phoneNumber: appears in row 12 too',
      'phoneNumber: contains "ext 4", which does not belong in a phone number',
      'phoneNumber: has a call in the campaign already',
    ].map(reasonOfMany),
  ).toEqual([
    'The number appears in another row too.',
    'The number contains text that does not belong in a phone number.',
    'The number has a call in the campaign already.',
  ]);
});

afterEach(() => vi.unstubAllGlobals());

describe.each([
  ['in a secure context', true],
  ['on plain HTTP', false],
])('%s, the key of an import', (_where, isSecure) => {
  test('is the same for the same rows sent the same way, and differs otherwise', async () => {
    if (!isSecure) vi.stubGlobal('crypto', {});
    const fileOf = (last: string) => new File(['x'.repeat(4_194_300), 'across a slice', last], 'rows.csv');
    const target = '/api/campaigns/campaign_1/import?duplicates=refuse';
    const keys = await Promise.all([
      importKey(fileOf('a'), target),
      importKey(fileOf('a'), target),
      importKey(fileOf('b'), target),
      importKey(fileOf('ab'), target),
      importKey(fileOf('a'), `${target}&country=US`),
    ]);
    expect(keys[1]).toBe(keys[0]);
    expect(new Set(keys).size).toBe(4);
    expect(keys[0]).toMatch(/^console-import-[0-9a-f]{64}$/);
  });
});

test.each([
  [{ Name: 'Liam Lopez', City: 'Reno' }, 'Liam Lopez'],
  [{ last_name: 'Lopez', 'First name': ' Liam ' }, 'Liam Lopez'],
  [{ Vorname: 'Jörg' }, 'Jörg'],
  [{ name: '', first_name: 'Maya' }, 'Maya'],
  [{ name: 7, order: 'A 7', filename: 'x' }, null],
  [{}, null],
] as const)('finds the name of a person in %j', (variables, name) => {
  expect(personName(variables)).toBe(name);
});

test('leaves refused rows out of the preview', () => {
  const header = headerOf('phoneNumber,Note\n+12025550101,"two\nlines"\n\n12,\n+12025550102,\n');
  const rows = (refused: number[]) =>
    acceptedOf(
      header,
      refused.map((line) => ({ line })),
    ).rows.map(({ row, fields }) => [row, fields[0]]);
  expect(rows([4, 6])).toEqual([
    [2, '+12025550101'],
    [5, '+12025550102'],
  ]);
});
