/**
 * A text that somebody wrote, for a file that is opened with a spreadsheet: one that would be taken for a formula begins
 * with an apostrophe.
 */
export function inertText(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
