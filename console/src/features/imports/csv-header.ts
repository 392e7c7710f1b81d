/** The beginning of a CSV file: its column names and first rows. */
export interface CsvHeader {
  columns: string[];
  rows: string[][];
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

/** Reads the header from text. */
export function headerOf(text: string): CsvHeader {
  const records = firstRecords(text.replace(/^\uFEFF/, '').replace(/^[\r\n]+/, ''), rowsMax + 1);
  const [columns = [], ...rows] = records;
  return { columns: columns.map((name) => name.trim()), rows };
}

function firstRecords(text: string, count: number): string[][] {
  const delimiter = delimiterOf(text);
  const records: string[][] = [];
  let [fields, field, isQuoted] = [[] as string[], '', false];
  for (let at = 0; at <= text.length && records.length < count; at++) {
    const character = text[at];
    if (isQuoted && character !== undefined) {
      if (character !== '"') field += character;
      else if (text[at + 1] === '"') field += text[at++];
      else isQuoted = false;
    } else if (character === '"' && field === '') isQuoted = true;
    else if (character === delimiter) [fields, field] = [[...fields, field], ''];
    else if (character === undefined || character === '\n' || character === '\r') {
      if (fields.length > 0 || field !== '') records.push([...fields, field]);
      [fields, field] = [[], ''];
    } else field += character;
  }
  return records;
}

/** Returns the delimiter that the first line contains most often outside quotes. */
function delimiterOf(text: string): string {
  const [line = ''] = text.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const counted = [',', ';', '\t'].map((sign) => [sign, line.split(sign).length] as const);
  return counted.reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}
