/** One record as a line with its end (RFC 4180 §2): a field is quoted where it has to be, and read back just so. */
export function csvLine(fields: readonly string[], delimiter = ','): string {
  return `${fields.map((field) => (/[",;\t\r\n]/.test(field) ? quoted(field) : field)).join(delimiter)}\r\n`;
}

function quoted(field: string): string {
  return `"${field.replaceAll('"', '""')}"`;
}
