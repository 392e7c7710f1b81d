/** The beginning of a CSV file: its column names and first rows. */
export interface CsvHeader {
  columns: string[];
  rows: CsvRow[];
}

/** A row of a file. */
export interface CsvRow {
  /** Its number in a spreadsheet, from 1: empty lines count, line breaks within fields do not. */
  row: number;
  fields: string[];
}

/** How many rows are read. */
const rowsMax = 10;

/** The maximum length of a header. */
const headBytes = 65_536;

/** Reads the beginning of a file as the API does: UTF-8, comma, semicolon or tab, quotes by RFC 4180. */
export async function readHeader(file: Blob): Promise<CsvHeader> {
  const text = await file.slice(0, headBytes).text();
  return headerOf(text);
}

/** Returns true while the chosen file can be read. Browsers refuse a file that was saved again since. */
export async function isReadable(file: Blob): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}

/** Returns the header with its rows except the refused ones. */
export function acceptedOf({ columns, rows }: CsvHeader, refused: readonly { line: number }[]): CsvHeader {
  const known = new Set(refused.map(({ line }) => line));
  return { columns, rows: rows.filter(({ row }) => !known.has(row)) };
}

/** Reads the header from text. */
export function headerOf(text: string): CsvHeader {
  const [header, ...rows] = firstRecords(text.replace(/^\uFEFF/, ''), rowsMax + 1);
  return { columns: (header?.fields ?? []).map((name) => name.trim()), rows };
}

function firstRecords(text: string, count: number): CsvRow[] {
  const delimiter = delimiterOf(text);
  const records: CsvRow[] = [];
  let [row, fields, field, isQuoted] = [1, [] as string[], '', false];
  for (let at = 0; at <= text.length && records.length < count; at++) {
    const character = text[at];
    if (isQuoted && character !== undefined) {
      if (character !== '"') field += character;
      else if (text[at + 1] === '"') field += text[at++];
      else isQuoted = false;
    } else if (character === '"' && field === '') isQuoted = true;
    else if (character === delimiter) [fields, field] = [[...fields, field], ''];
    else if (character === undefined || character === '\n' || character === '\r') {
      if (fields.length > 0 || field !== '') records.push({ row, fields: [...fields, field] });
      [row, fields, field] = [row + 1, [], ''];
      if (character === '\r' && text[at + 1] === '\n') at++;
    } else field += character;
  }
  return records;
}

/** Returns the delimiter that the first line with text contains most often outside quotes. */
function delimiterOf(text: string): string {
  const [line = ''] = text
    .replace(/^[\r\n]+/, '')
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]/, 1);
  const counted = [',', ';', '\t'].map((sign) => [sign, line.split(sign).length] as const);
  return counted.reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}
