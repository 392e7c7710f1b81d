/** What is read of an utterance at most; nobody says more in one breath. */
const charactersMax = 1_000;
const wordsMax = 100;

/** Sounds that mean nothing wherever they stand. */
const hesitations = new Set(['uh', 'um', 'erm', 'er', 'hmm', 'mm', 'eh', 'ah']);

/**
 * The words of an utterance in lower case, without punctuation, accents and hesitations. Numbers keep the separators
 * inside them (`3:30`, `2026-11-24`), and `p.m.` is `pm`.
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
