import type { HandbookDocument } from '../../test/knowledge/handbook.ts';

const word = /[A-Za-z]{2,}/g;
/** Words that more than this share of the documents have stay as they are: they carry the grammar. */
const commonShare = 0.5;

/**
 * Makes further documents that are as hard to tell from a question as real ones: each word is replaced by another that
 * about as many documents have. Half of the rare words get a new form, as every further text brings new words.
 */
export class Variants {
  readonly #documents: readonly HandbookDocument[];
  /** The replaced words by their frequency, the most common first. */
  readonly #words: string[];
  readonly #rareFrom: number;

  constructor(documents: readonly HandbookDocument[]) {
    this.#documents = documents;
    const counts = new Map<string, number>();
    for (const { text } of documents)
      for (const one of new Set(text.toLowerCase().match(word))) counts.set(one, (counts.get(one) ?? 0) + 1);
    const sorted = [...counts].filter(([, count]) => count / documents.length < commonShare);
    sorted.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
    this.#words = sorted.map(([one]) => one);
    this.#rareFrom = sorted.findIndex(([, count]) => count <= 2);
  }

  /** Returns the documents with other words. The same number gives the same texts. */
  make(number: number): HandbookDocument[] {
    const places = new Map(this.#words.map((one, place) => [one, place]));
    const other = (given: string) => {
      const place = places.get(given.toLowerCase());
      return place === undefined ? given : this.#otherWord(place, number);
    };
    return this.#documents.map(({ name, title, text }) => ({
      name: `${name}-${number}`,
      title: title.replace(word, other),
      text: text.replace(word, other),
    }));
  }

  /** A word of the same band of frequencies, whose width doubles from band to band. */
  #otherWord(place: number, number: number): string {
    const from = 2 ** Math.floor(Math.log2(place + 1)) - 1;
    const width = Math.min(from + 1, this.#words.length - from);
    const moved = this.#words[from + ((place - from + number * 7919) % width)]!;
    return place >= this.#rareFrom && place % 2 === 0
      ? `${moved}${number.toString(36).replace(/\d/g, 'q')}`
      : moved;
  }
}
