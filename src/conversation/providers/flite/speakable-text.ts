/** What the voices read best written in another way; everything else outside ASCII loses its accents or goes. */
const rewritten: readonly [RegExp, string][] = [
  [/[\u2018\u2019\u201b\u2032]/g, "'"],
  [/[\u201c-\u201f\u00ab\u00bb\u2033]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/€/g, ' euros '],
  [/£/g, ' pounds '],
  [/ß/g, 'ss'],
  [/[Ææ]/g, 'ae'],
  [/[Œœ]/g, 'oe'],
  [/[Øø]/g, 'o'],
  [/[Łł]/g, 'l'],
  [/[Đđð]/g, 'd'],
  [/[Þþ]/g, 'th'],
];

/**
 * `text` as printable ASCII on one line, which is all that flite reads: accents removed, typography made plain,
 * control characters and what else it cannot say left out, drawn lines (`----`) shortened. Empty if nothing in it can be spoken.
 */
export function toSpeakableText(text: string): string {
  let plain = text.toWellFormed();
  for (const [pattern, replacement] of rewritten) plain = plain.replace(pattern, replacement);
  const ascii = plain
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]+/g, ' ')
    .replace(/([^A-Za-z0-9 .])\1+/g, '$1');
  return /[A-Za-z0-9]/.test(ascii) ? ascii.replace(/ +/g, ' ').trim() : '';
}

/** A digit or a symbol is read as a word, and a word has about so many characters. */
const charactersPerWord = 5;

/**
 * The length of a speakable text in characters, with each digit and symbol as long as the word that it is read
 * as: what the time to speak it, and to synthesize it, goes by.
 */
export function spokenLength(speakable: string): number {
  const readAsWords = speakable.match(/[^A-Za-z ,.;:!?'"()-]/g)?.length ?? 0;
  return speakable.length + readAsWords * (charactersPerWord - 1);
}

/** A piece is at least so long: shorter sentences are spoken together with the next. */
const pieceLengthMin = 60;

/**
 * The sentences of a speakable text, each to be spoken by itself, so that the first is heard while the rest is spoken. A dot
 * behind a short word may be that of an abbreviation, and ends nothing.
 */
export function speakablePieces(speakable: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const sentence of speakable.split(/(?<=[!?]["')]*|[A-Za-z]{4}\.["')]*) (?=["'(]*[A-Z])/)) {
    piece = piece === '' ? sentence : `${piece} ${sentence}`;
    if (piece.length < pieceLengthMin) continue;
    pieces.push(piece);
    piece = '';
  }
  return piece === '' ? pieces : [...pieces, piece];
}
