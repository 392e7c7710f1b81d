import { readFile } from 'node:fs/promises';

/** The most cached pronunciations. */
const knownMax = 5_000;

/** A pronunciation dictionary in the format of CMU Sphinx: `word PH ON ES`, with alternatives as `word(2) …`. */
export class Pronunciations {
  readonly #path: string;
  readonly #known = new Map<string, readonly string[]>();
  #text: Promise<string> | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /** Returns the pronunciations of a word as phones; empty for an unknown word. Rejects without a dictionary. */
  async of(word: string): Promise<readonly string[]> {
    const known = this.#known.get(word);
    if (known) return known;
    this.#text ??= readFile(this.#path, 'latin1');
    const ways = waysOf(await this.#text, word);
    if (this.#known.size >= knownMax) this.#known.clear();
    this.#known.set(word, ways);
    return ways;
  }
}

/** Searches the text itself: a map of all words would take many times its memory. */
function waysOf(text: string, word: string): string[] {
  const ways: string[] = [];
  for (let way = 1; way <= 9; way++) {
    const head = `\n${word}${way === 1 ? '' : `(${way})`} `;
    const at = text.indexOf(head);
    if (at < 0) break;
    const end = text.indexOf('\n', at + 1);
    ways.push(text.slice(at + head.length, end < 0 ? undefined : end).trim());
  }
  return ways;
}
