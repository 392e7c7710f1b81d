/** The most characters and words of an utterance that are read. */
const charactersMax = 1_000;
const wordsMax = 100;

/** Hesitations, which are ignored everywhere. */
const hesitations = new Set(['uh', 'um', 'erm', 'er', 'hmm', 'mm', 'eh', 'ah']);

/**
 * Returns the words of an utterance in lower case, without punctuation, accents and hesitations. Numbers keep their inner
 * separators (`3:30`, `2026-11-24`), and `p.m.` becomes `pm`.
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
  const words = plain.match(/\p{N}+(?:[-:.,/]\p{N}+)*|[\p{L}']+/gu) ?? [];
  return words
    .map((word) => word.replace(/^'+|'+$/g, ''))
    .filter((word) => word !== '' && !hesitations.has(word))
    .slice(0, wordsMax);
}
