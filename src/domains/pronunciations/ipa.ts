/**
 * The letters, diacritics, suprasegmentals and tone marks of the International Phonetic Alphabet (chart of 2020), by the
 * blocks in which Unicode has them: IPA extensions, spacing modifier letters, combining marks and phonetic extensions.
 */
const symbols = /^(?:[a-zæçðøħŋœǀ-ǃɐ-˿ᴀ-ᶿβθχⱱꜛꜜ‿‖|.↑↓↗↘ ]|[\u0300-\u036f\u1dc4-\u1dff])+$/;
/** A letter of any of these blocks. A marking such as stress alone is no pronunciation. */
const letter = /[a-zæçðøħŋœǀ-ǃɐ-ʯβθχⱱ]/;

/** Returns whether a text is written in the International Phonetic Alphabet. Decomposes accented letters, such as ã. */
export function isIpa(text: string): boolean {
  const decomposed = text.normalize('NFD');
  // ç is a letter of its own; decomposed it is c with a cedilla, which is allowed as well.
  return symbols.test(decomposed) && letter.test(decomposed);
}
