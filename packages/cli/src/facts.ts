type Fields = Record<string, unknown>;

/**
 * Returns the fields of a record as lines, a name and a value in each. Nested fields are indented. Nulls and empty values are
 * left out. A list of records has one line for each.
 */
export function factsOf(record: Fields): string[] {
  const fields = Object.entries(record).filter(([, value]) => !isEmpty(value));
  const width = Math.max(0, ...fields.map(([name, value]) => (isShort(value) ? name.length : 0)));
  return fields.flatMap(([name, value]) =>
    isShort(value)
      ? [`${name.padEnd(width)}  ${shortText(value)}`]
      : [name, ...longLines(value).map(indented)],
  );
}

function longLines(value: unknown): string[] {
  if (typeof value === 'string') return value.split('\n');
  if (!Array.isArray(value)) return factsOf(value as Fields);
  return value.map((item) => (isRecord(item) ? inOneLine(item) : shortText(item)));
}

function inOneLine(record: Fields): string {
  return Object.entries(record)
    .filter(([, value]) => !isEmpty(value))
    .map(([name, value]) => `${name} ${isShort(value) ? shortText(value) : JSON.stringify(value)}`)
    .join(', ');
}

/** Whether a value is written beside its name. */
function isShort(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\n');
  return Array.isArray(value) ? !value.some((item) => typeof item === 'object') : !isRecord(value);
}

function shortText(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value);
}

function indented(line: string): string {
  return `  ${line}`;
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    (isRecord(value) && Object.values(value).every(isEmpty))
  );
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
