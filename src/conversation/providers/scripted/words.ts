/** The most characters and words of an utterance that are read. */
const charactersMax = 1_000;
export const wordsMax = 100;

/** An e-mail address, words with dots between them, a number, or a word. */
const token =
  /[\p{L}\p{N}._+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+|(?:[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*\.)+\p{L}{2,}|\p{N}+(?:[-:.,/]\p{N}+)*|[\p{L}']+/gu;

/** Hesitations, which are ignored everywhere. */
const hesitations = new Set(['uh', 'um', 'erm', 'er', 'hmm', 'mm', 'eh', 'ah']);

/**
 * Returns the words of an utterance in lower case, without punctuation, accents and hesitations. Numbers keep their inner
 * separators (`3:30`, `2026-11-24`), addresses stay whole (`mail.example.org`), and `p.m.` becomes
 * `pm`.
 */
export function wordsOf(utterance: string): string[] {
  const plain = utterance
    .slice(0, charactersMax)
    .toWellFormed()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’‘`]/g, "'")
    .replace(/\b([ap])\. ?m\b\.?/g, '$1m');
  const words = plain.match(token) ?? [];
  return words
    .map((word) => word.replace(/^'+|'+$/g, ''))
    .filter((word) => word !== '' && !hesitations.has(word))
    .slice(0, wordsMax);
}
