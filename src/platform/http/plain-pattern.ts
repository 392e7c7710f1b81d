/** One place of a pattern: the characters that it takes, and how many. */
interface Piece {
  characters: RegExp;
  min: number;
  max: number;
}

/** The most characters that a plain pattern may take. */
export const patternCharactersMax = 256;
/** `\d`, a list such as `[A-Z0-9]`, an escaped sign or a character, with `?`, `{n}` or `{n,m}`. */
const piece =
  /(?<taken>\\d|\[(?:\\d|[A-Za-z0-9]-[A-Za-z0-9]|[A-Za-z0-9 _.+/-])+\]|\\[-.+*/()]|[A-Za-z0-9 _@:,#/-])(?:(?<maybe>\?)|\{(?<min>\d{1,3})(?:,(?<max>\d{1,3}))?\})?/y;

const readPatterns = new Map<string, readonly Piece[] | null>();
const readPatternsMax = 1_000;

/**
 * Returns whether a pattern can be checked: one that names the characters of the whole text, place by place, such as `^\d{8}$` or
 * `^[A-Z]{2}-?\d{4}$`. Others are never run, because a regular expression may take longer than any timeout.
 */
export function isPlainPattern(pattern: unknown): boolean {
  return piecesOf(pattern) !== null;
}

/** Returns whether a text matches a plain pattern; `true` for any other pattern. The time grows with the text only. */
export function matchesPattern(pattern: unknown, text: string): boolean {
  const pieces = piecesOf(pattern);
  if (!pieces) return true;
  if (text.length > patternCharactersMax) return false;
  // The places up to which the text has been taken, in any way.
  let ends = new Set([0]);
  for (const { characters, min, max } of pieces) {
    const next = new Set<number>();
    for (const start of ends) {
      for (let count = 0; count <= max; count++) {
        if (count >= min) next.add(start + count);
        if (!characters.test(text.charAt(start + count))) break;
      }
    }
    ends = next;
  }
  return ends.has(text.length);
}

function piecesOf(pattern: unknown): readonly Piece[] | null {
  if (typeof pattern !== 'string') return null;
  const known = readPatterns.get(pattern);
  if (known !== undefined) return known;
  if (readPatterns.size >= readPatternsMax) readPatterns.clear();
  const pieces = readPieces(pattern);
  readPatterns.set(pattern, pieces);
  return pieces;
}

function readPieces(pattern: string): Piece[] | null {
  if (!/^\^.+\$$/s.test(pattern)) return null;
  const pieces: Piece[] = [];
  for (let at = 1; at < pattern.length - 1; at = piece.lastIndex) {
    piece.lastIndex = at;
    const { taken, maybe, min, max } = piece.exec(pattern)?.groups ?? {};
    if (taken === undefined) return null;
    const least = maybe ? 0 : Number(min ?? 1);
    pieces.push({ characters: new RegExp(`^${taken}$`), min: least, max: maybe ? 1 : Number(max ?? least) });
  }
  return pieces.reduce((sum, { max }) => sum + max, 0) > patternCharactersMax ? null : pieces;
}
