/** The names of the fields in sentences about a row. */
const subjects: Readonly<Record<string, string>> = {
  phoneNumber: 'The number',
  row: 'The row',
  scheduleId: 'The schedule',
  phoneNumberId: 'The caller id',
  callRetryConfigId: 'The retry configuration',
  timeZone: 'The time zone',
  priority: 'The priority',
};

/** Matches the begin of each problem in an error such as `phoneNumber: is empty; priority: must be …`. */
const problemStart =
  /(?:^|; )(phoneNumberId|phoneNumber|row|scheduleId|callRetryConfigId|timeZone|priority|variables\.[^:;]+|[^:;]{1,100}): /g;

/** A number as spreadsheets write it into a CSV file when its column is narrow. */
const cutOff = /^\d[.,]\d+E\+\d+$/i;

/** Returns an error of a row (`<field>: <message>`, several joined by `; `) as sentences for people. */
export function rowReason(error: string, phoneNumber: string): string {
  if (cutOff.test(phoneNumber.trim()) && error.startsWith('phoneNumber: '))
    return 'The spreadsheet has cut off digits of the number. Choose the Excel file itself, not a CSV file of it.';
  const starts = [...error.matchAll(problemStart)];
  if (starts.length === 0) return error;
  return starts
    .map(({ index, 0: start, 1: field = '' }, place) => {
      const message = error.slice(index + start.length, starts[place + 1]?.index);
      return sentence(field, message);
    })
    .join(' ');
}

/** Returns the error of one of many rows as a sentence about all of them: without the line and the text of that row. */
export function reasonOfMany(error: string): string {
  return rowReason(
    error
      .replace(/ in line \d+ too$/, ' in another row too')
      .replace(/contains ".*?", which does/, 'contains text that does'),
    '',
  );
}

/** Returns a problem of a field as a sentence. */
export function sentence(field: string, message: string): string {
  const variable = /^variables\.(.*)$/s.exec(field)?.[1];
  if (variable !== undefined && message === 'is required by the agent')
    return `The agent needs ${variable}, and the row has none.`;
  const own = message
    .replace('where no country is given', 'as no country is chosen')
    .replace(/ in line (\d+) too$/, ' in row $1 too');
  // A message that is a sentence of its own, such as "Emergency numbers are never dialed".
  if (/^[A-Z]/.test(own)) return `${own}.`;
  if (/^there is /.test(own)) return `${subjects[field] ?? field} is unknown: ${own}.`;
  return `${subjects[field] ?? variable ?? field} ${own}.`;
}

/** A row that an import would leave out. The line of the header is 1. */
interface RefusedRow {
  line: number;
  phoneNumber: string;
}

/**
 * Returns the first rows of a file without the refused ones. A row is known by its line and its number, because fields of several
 * lines shift the lines.
 */
export function acceptedOf<Row extends Readonly<Record<string, string>>>(
  rows: readonly Row[],
  refused: readonly RefusedRow[],
): Row[] {
  const known = new Set(refused.map(({ line, phoneNumber }) => `${line} ${phoneNumber.trim()}`));
  return rows.filter(({ phoneNumber = '' }, place) => !known.has(`${place + 2} ${phoneNumber.trim()}`));
}
