/** Formats a record as a line with its end (RFC 4180 §2). Fields are quoted when needed, and read back unchanged. */
export function csvLine(fields: readonly string[], delimiter = ','): string {
  return `${fields.map((field) => (/[",;\t\r\n]/.test(field) ? quoted(field) : field)).join(delimiter)}\r\n`;
}

function quoted(field: string): string {
  return `"${field.replaceAll('"', '""')}"`;
}

/**
 * Returns a user's text for a file that may be opened in a spreadsheet. A text that would be read as a formula gets a
 * leading apostrophe.
 */
export function inertText(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
