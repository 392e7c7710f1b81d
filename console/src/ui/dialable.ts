/** Returns a telephone number without the spaces and signs that people write in it. A leading 00 becomes +. */
export function dialable(text: string): string {
  return text
    .trim()
    .replace(/\(0\)/, '')
    .replaceAll(/[\s().\-/]/g, '')
    .replace(/^00/, '+');
}
