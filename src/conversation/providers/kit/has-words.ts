/** Whether a text has letters or numbers of any script, so that there was something to say. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
