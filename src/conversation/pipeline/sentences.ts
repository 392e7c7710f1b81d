import { wordsOf } from './languages.ts';

/** The longest piece. With short pieces a voice starts sooner and can be interrupted more precisely. */
const lengthMax = 240;
/** The first clause of an answer becomes a piece from this length on, in letters and in CJK characters. */
const clauseMin = 24;
const clauseMinWide = 6;

/** Ends of sentences with closing quotes and brackets. CJK punctuation needs no space after it. */
const ends = /(?:[.!?…؟۔।॥]+["'”’»)\]]*(?=\s)|[。！？｡]+[”’」』）]*|\n)\s*/gu;
const clauseEnds = /(?:[,;:–—،؛](?=\s)|[，、；：])\s*/gu;

/**
 * Splits streamed text into sentences, each as soon as it is complete. The joined pieces equal the text: each piece keeps
 * the white space after it.
 */
export class SentenceSplitter {
  readonly #abbreviations: ReadonlySet<string>;
  readonly #hasOrdinals: boolean;
  #rest = '';
  #isFirst = true;

  constructor(language: string) {
    const words = wordsOf(language);
    this.#abbreviations = words.abbreviations;
    this.#hasOrdinals = words.hasOrdinals;
  }

  /** Takes more text, and returns the pieces that are now complete. */
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

  /** Ends the text, and returns its last piece if there is one. */
  flush(): string[] {
    const rest = this.#rest;
    this.#rest = '';
    this.#isFirst = true;
    return rest === '' ? [] : [rest];
  }

  #sentenceEnd(): number | null {
    // The search stops at the greatest length: in a long row of dots it would take quadratic time.
    for (const match of this.#rest.slice(0, lengthMax + 1).matchAll(ends)) {
      const before = this.#rest.slice(0, match.index);
      const end = match.index + match[0].length;
      if (end > lengthMax) return null;
      const hasWords = /[\p{L}\p{N}]/u.test(before);
      if (hasWords && !(match[0].startsWith('.') && this.#isAbbreviated(before))) return end;
    }
    return null;
  }

  /** Returns whether the full stop after `before` belongs to its last word. */
  #isAbbreviated(before: string): boolean {
    const last = /[^\s(["'“‘«]*$/u.exec(before)?.[0] ?? '';
    if (/^\p{Lu}$/u.test(last) && last !== 'I') return true;
    if (/^\d{1,3}$/.test(last) && (this.#hasOrdinals || before.trim() === last)) return true;
    return this.#abbreviations.has(last.toLowerCase()) || /^\p{L}(?:\.\p{L})+$/u.test(last);
  }

  #clauseEnd(): number | null {
    // A text that may be complete is not cut at a clause. The next piece shows whether it is.
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
    // Keeps surrogate pairs together.
    return /[\ud800-\udbff]$/.test(head) ? lengthMax - 1 : lengthMax;
  }
}

/** Returns whether a text has anything to speak. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function wideLength(text: string): number {
  return (text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g) ?? []).length;
}
