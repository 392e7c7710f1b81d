/** Returns a text as one line in quotation marks that nothing in it can end, for a prompt. */
export function quoted(text: string): string {
  return JSON.stringify(text)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll(/[\u2028\u2029]/g, ' ');
}
