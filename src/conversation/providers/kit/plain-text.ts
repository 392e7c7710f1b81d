/** Returns the text without control characters and lone surrogates, which vendors reject or speak as noise. */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\ufffd]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

/** Returns whether a text contains a letter or number of any script, so that it can be spoken. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
