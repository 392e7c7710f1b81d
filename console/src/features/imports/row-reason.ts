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

/** Returns the error of one of many rows as a sentence about all of them: without the row and the text of that one. */
export function reasonOfMany(error: string): string {
  return rowReason(
    error
      .replace(/ in row \d+ too$/, ' in another row too')
      .replace(/contains ".*?", which does/, 'contains text that does'),
    '',
  );
}

/** Returns a problem of a field as a sentence. */
export function sentence(field: string, message: string): string {
  const variable = /^variables\.(.*)$/s.exec(field)?.[1];
  if (variable !== undefined && message === 'is required by the agent')
    return `The agent needs ${variable}, and the row has none.`;
  const own = message.replace('where no country is given', 'as no country is chosen');
  // A message that is a sentence of its own, such as "Emergency numbers are never dialed".
  if (/^[A-Z]/.test(own)) return `${own}.`;
  if (/^there is /.test(own)) return `${subjects[field] ?? field} is unknown: ${own}.`;
  return `${subjects[field] ?? variable ?? field} ${own}.`;
}
