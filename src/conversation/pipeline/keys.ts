import { plainWords } from './languages.ts';

/**
 * So long after a key another one is waited for: short enough that what takes long is still explained within 2 s of the
 * key. One that comes later, while nothing was heard of the answer, belongs to the entry all the same.
 */
export const interKeyMs = 1500;
/** A `#` so long after an entry is the end of it. */
const terminatorMs = 2000;
/** What is pressed beyond this begins anew. */
const keysMax = 64;

/** The keys of one entry, until it is complete. */
export class Keys {
  #keys = '';
  #lastMs = 0;
  /** Where an entry was complete, or told, without a `#`. */
  #wholeAtMs: number | null = null;

  get isEmpty(): boolean {
    return this.#keys === '';
  }

  /** Where the last one was pressed. */
  get lastMs(): number {
    return this.#lastMs;
  }

  /**
   * Takes a key. True: the entry is complete, because `#` ended it, or because it is just what was expected and
   * nothing longer is, or because each key is to be told (`expected` is `each`).
   */
  press(key: string, atMs: number, expected: readonly string[] | 'each'): boolean {
    this.#lastMs = atMs;
    this.#wholeAtMs = null;
    if (key === '#' && this.#keys !== '') return true;
    this.#keys = (this.#keys + key).slice(-keysMax);
    const isWhole = expected === 'each' || isComplete(this.#keys, expected);
    if (isWhole && key !== '#') this.#wholeAtMs = atMs;
    return isWhole;
  }

  /** Whether a key is the `#` after an entry that was complete already: many press it out of habit. Asked once of each. */
  isLateTerminator(key: string, atMs: number): boolean {
    const wholeAtMs = this.#wholeAtMs;
    if (key !== '#' || wholeAtMs === null) return false;
    this.#wholeAtMs = null;
    return atMs - wholeAtMs <= terminatorMs;
  }

  /** The entry; there is none after that. */
  take(): string {
    const keys = this.#keys;
    this.#keys = '';
    return keys;
  }
}

function isComplete(keys: string, expected: readonly string[]): boolean {
  const phrases = expected.map((phrase) => plainKeys(phrase));
  return phrases.includes(keys) && !phrases.some((phrase) => isLonger(phrase, keys));
}

function plainKeys(phrase: string): string {
  return /^[0-9*#A-D]+$/.test(phrase) ? phrase : plainWords(phrase);
}

function isLonger(phrase: string, keys: string): boolean {
  return phrase.length > keys.length && phrase.startsWith(keys);
}
