/** What the beginning of a CSV file tells: the names of its columns, and what the first row has in them. */
export interface CsvHeader {
  columns: string[];
  sample: string[];
}

/** A header is no longer than that. */
const headBytes = 65_536;

/** Reads the beginning of a file as the API reads it: UTF-8, comma, semicolon or tab, quotes as in RFC 4180. */
export async function readHeader(file: Blob): Promise<CsvHeader> {
  const text = await file.slice(0, headBytes).text();
  return headerOf(text);
}

/** Whether a file that was chosen is still there as it was: browsers give nothing of one that was saved anew since. */
export async function isReadable(file: Blob): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}

/** As `readHeader`, of text. */
export function headerOf(text: string): CsvHeader {
  const [columns = [], sample = []] = firstRecords(text.replace(/^\uFEFF/, '').replace(/^[\r\n]+/, ''), 2);
  return { columns: columns.map((name) => name.trim()), sample };
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

/** The one that the first line has most often outside of quotes. */
function delimiterOf(text: string): string {
  const [line = ''] = text.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const counted = [',', ';', '\t'].map((sign) => [sign, line.split(sign).length] as const);
  return counted.reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}
