import type { Reading } from './span.ts';
import { unitOf } from './spelled-numbers.ts';

/** The spelling alphabet of ICAO and NATO, without accents and hyphens, with common other spellings. */
const alphabet =
  'alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey xray yankee zulu'.split(
    ' ',
  );
const codeWords: ReadonlyMap<string, string> = new Map([
  ...alphabet.map((word) => [word, word[0]!] as const),
  ...(['alfa', 'juliett', 'whisky'] as const).map((word) => [word, word[0]!] as const),
]);
/** Names of letters that are written as words. */
const letterNames: ReadonlyMap<string, string> = new Map([
  ['zed', 'z'],
  ['zee', 'z'],
  ['oh', 'o'],
]);
/** The words between a letter and the word that explains it: `s for sierra`. */
const explaining = [['as', 'in'], ['for'], ['like']];
const repeats: ReadonlyMap<string, number> = new Map([
  ['double', 2],
  ['triple', 3],
]);
/** The most characters of a spelled value. */
export const spelledMax = 40;

/**
 * Reads letters and digits that are spelled one by one: `s m i t h`, `s for sierra`, `sierra mike`, `double s`, `x 4 2`.
 * The value is in capitals. A single letter is no value, because it may be a word.
 */
export function readSpelled(words: readonly string[], at: number): Reading | null {
  let value = '';
  let end = at;
  while (value.length < spelledMax) {
    const read = readCharacters(words, value === '' ? end : afterAnd(words, end));
    if (!read) break;
    value += read.value;
    end = read.end;
  }
  return value.length < 2 ? null : { end, value: value.toUpperCase() };
}

function afterAnd(words: readonly string[], at: number): number {
  return words[at] === 'and' || words[at] === 'then' ? at + 1 : at;
}

/** Reads a character, or a repeated one. */
function readCharacters(words: readonly string[], at: number): { end: number; value: string } | null {
  // `double u` is the letter w.
  if (words[at] === 'double' && /^(u|you)$/.test(words[at + 1] ?? '')) return { end: at + 2, value: 'w' };
  const times = repeats.get(words[at] ?? '') ?? 1;
  const read = readLetter(words, times === 1 ? at : at + 1) ?? readFigures(words, times === 1 ? at : at + 1);
  return read && { end: read.end, value: read.value.repeat(times) };
}

/** Reads a letter, and the word that explains it. A code word is clearer than the letter before it. */
export function readLetter(words: readonly string[], at: number): { end: number; value: string } | null {
  const word = words[at] ?? '';
  const letter = /^\p{L}$/u.test(word) ? word : letterNames.get(word);
  if (letter === undefined) {
    const coded = codeWords.get(word);
    return coded === undefined ? null : { end: at + 1, value: coded };
  }
  if (letter === 'x' && words[at + 1] === 'ray') return { end: at + 2, value: 'x' };
  const explained = explaining.find((link) => link.every((one, n) => words[at + 1 + n] === one));
  if (!explained) return { end: at + 1, value: letter };
  const wordAt = at + 1 + explained.length;
  const explanation = words[wordAt] ?? '';
  const coded = codeWords.get(explanation) ?? (explanation.startsWith(letter) ? letter : undefined);
  return coded === undefined ? { end: at + 1, value: letter } : { end: wordAt + 1, value: coded };
}

function readFigures(words: readonly string[], at: number): { end: number; value: string } | null {
  const word = words[at] ?? '';
  if (/^\d{1,20}$/.test(word)) return { end: at + 1, value: word };
  const unit = unitOf.get(word);
  return unit === undefined || unit > 9 ? null : { end: at + 1, value: String(unit) };
}
