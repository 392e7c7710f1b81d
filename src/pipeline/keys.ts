import { plainWords } from './languages.ts';

/** So long after a key another one is waited for. */
export const interKeyMs = 2000;
/** What is pressed beyond this begins anew. */
const keysMax = 64;

/** The keys of one entry, until it is complete. */
export class Keys {
  #keys = '';
  #lastMs = 0;

  get isEmpty(): boolean {
    return this.#keys === '';
  }

  /** Where the last one was pressed. */
  get lastMs(): number {
    return this.#lastMs;
  }

  /**
   * Takes a key. True: the entry is complete, because `#` ended it, or because it is just what was expected and
   * nothing longer is.
   */
  press(key: string, atMs: number, expected: readonly string[]): boolean {
    this.#lastMs = atMs;
    if (key === '#' && this.#keys !== '') return true;
    this.#keys = (this.#keys + key).slice(-keysMax);
    const phrases = expected.map((phrase) => plainKeys(phrase));
    return phrases.includes(this.#keys) && !phrases.some((phrase) => isLonger(phrase, this.#keys));
  }

  /** The entry; there is none after that. */
  take(): string {
    const keys = this.#keys;
    this.#keys = '';
    return keys;
  }
}

function plainKeys(phrase: string): string {
  return /^[0-9*#A-D]+$/.test(phrase) ? phrase : plainWords(phrase);
}

function isLonger(phrase: string, keys: string): boolean {
  return phrase.length > keys.length && phrase.startsWith(keys);
}
