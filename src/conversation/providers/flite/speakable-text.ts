/** Replacements for characters outside ASCII. Others lose their accents or are dropped. */
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
 * Returns `text` as one line of printable ASCII, which is all that flite reads. Accents, typography and control
 * characters are removed, and drawn lines (`----`) shortened. Empty when nothing in it can be spoken.
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

/** The length of the word for a digit or symbol. */
const charactersPerWord = 5;

/**
 * Returns the length of a speakable text in characters, counting each digit and symbol as a word. The duration of its
 * speech and synthesis is proportional to it.
 */
export function spokenLength(speakable: string): number {
  const readAsWords = speakable.match(/[^A-Za-z ,.;:!?'"()-]/g)?.length ?? 0;
  return speakable.length + readAsWords * (charactersPerWord - 1);
}

/** The shortest piece: a shorter sentence joins the next one. */
const pieceLengthMin = 60;

/**
 * Splits a speakable text into sentences, so that the first is heard while the rest is synthesized. A dot after a short
 * word may belong to an abbreviation, and does not end a sentence.
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
