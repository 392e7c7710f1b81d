/** Returns a foreign text for storage: printable ASCII, bounded. */
export function printable(text: string, charactersMax: number): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '').slice(0, charactersMax);
}
