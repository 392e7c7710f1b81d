/** An entry of the pronunciation dictionary: how a voice speaks a term. */
export interface Pronunciation {
  /** The written term: one or more words. */
  term: string;
  /** BCP 47; only the primary language counts. `null` for all languages. */
  language: string | null;
  /** The text to speak instead; `null` for the term itself. */
  replacement: string | null;
  /** The pronunciation in the International Phonetic Alphabet, for voices that take it; `null` for none. */
  ipa: string | null;
}
