import { wordsOf } from './languages.ts';

/** Pieces are cut here at the latest: a voice answers sooner and is stopped more exactly when it is given less. */
const lengthMax = 240;
/** The first clause of an answer is spoken by itself from this length on, in letters and in Chinese characters. */
const clauseMin = 24;
const clauseMinWide = 6;

/** Ends of sentences, with what may close after them. A wide one needs no space behind it. */
const ends = /(?:[.!?…؟۔।॥]+["'”’»)\]]*(?=\s)|[。！？｡]+[”’」』）]*|\n)\s*/gu;
const clauseEnds = /(?:[,;:–—،؛](?=\s)|[，、；：])\s*/gu;

/**
 * Cuts a text that comes bit by bit into sentences, each as soon as it is known to be whole. Nothing is lost or
 * changed: the pieces put together are the text, so each keeps the white space behind it.
 */
export class SentenceSplitter {
  readonly #abbreviations: ReadonlySet<string>;
  /** Whether a number with a full stop may be an ordinal ("am 3. Mai") anywhere, and not only first in a list. */
  readonly #hasOrdinals: boolean;
  #rest = '';
  #isFirst = true;

  constructor(language: string) {
    const words = wordsOf(language);
    this.#abbreviations = words.abbreviations;
    this.#hasOrdinals = words.hasOrdinals;
  }

  /** Takes more of the text; returns what is whole by now. */
  push(text: string): string[] {
    this.#rest += text;
    const pieces: string[] = [];
    for (;;) {
      const end = this.#sentenceEnd() ?? this.#clauseEnd() ?? this.#forcedEnd();
      if (end === null) return pieces;
      pieces.push(this.#rest.slice(0, end));
      this.#rest = this.#rest.slice(end);
      this.#isFirst = false;
    }
  }

  /** The text is over; what is left of it. */
  flush(): string[] {
    const rest = this.#rest;
    this.#rest = '';
    this.#isFirst = true;
    return rest === '' ? [] : [rest];
  }

  #sentenceEnd(): number | null {
    // An end beyond the greatest length is none, and looking for it in dots alone would take the square of their number.
    for (const match of this.#rest.slice(0, lengthMax + 1).matchAll(ends)) {
      const before = this.#rest.slice(0, match.index);
      const end = match.index + match[0].length;
      if (end > lengthMax) return null;
      const hasWords = /[\p{L}\p{N}]/u.test(before);
      if (hasWords && !(match[0].startsWith('.') && this.#isAbbreviated(before))) return end;
    }
    return null;
  }

  /** Whether the full stop behind `before` belongs to a word. */
  #isAbbreviated(before: string): boolean {
    const last = /[^\s(["'“‘«]*$/u.exec(before)?.[0] ?? '';
    if (/^\p{Lu}$/u.test(last) && last !== 'I') return true;
    if (/^\d{1,3}$/.test(last) && (this.#hasOrdinals || before.trim() === last)) return true;
    return this.#abbreviations.has(last.toLowerCase()) || /^\p{L}(?:\.\p{L})+$/u.test(last);
  }

  #clauseEnd(): number | null {
    // What looks whole already is not cut: whether it is will be known with the next piece.
    if (!this.#isFirst || /[.!?…؟۔।॥]$/.test(this.#rest)) return null;
    for (const match of this.#rest.matchAll(clauseEnds)) {
      const before = this.#rest.slice(0, match.index);
      if (before.length >= clauseMin || wideLength(before) >= clauseMinWide)
        return match.index + match[0].length;
    }
    return null;
  }

  #forcedEnd(): number | null {
    if (this.#rest.length <= lengthMax) return null;
    const head = this.#rest.slice(0, lengthMax);
    const clause = [...head.matchAll(clauseEnds)].at(-1);
    if (clause) return clause.index + clause[0].length;
    const space = head.search(/\s\S*$/u);
    if (space > 0) return space + 1;
    // A pair of surrogates stays together.
    return /[\ud800-\udbff]$/.test(head) ? lengthMax - 1 : lengthMax;
  }
}

function wideLength(text: string): number {
  return (text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g) ?? []).length;
}
