/** The text without what services refuse or read aloud as noise: control characters and halves of characters. */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\ufffd]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();
}
