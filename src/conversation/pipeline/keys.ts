import { plainWords } from './languages.ts';

/**
 * The longest pause between two keys of an entry. It is short enough for a filler within 2 s of the key. A later key
 * still joins the entry while the caller has heard nothing of the answer.
 */
export const interKeyMs = 1500;
/** A `#` within this time after a complete entry only terminates it. */
const terminatorMs = 2000;
/** Only the last keys of a longer entry count. */
const keysMax = 64;

/** Collects the keys of one entry until it is complete, and keeps them until they are taken. */
export class Keys {
  #keys = '';
  #lastMs = 0;
  /** When an entry became complete without a `#`. */
  #wholeAtMs: number | null = null;
  #isOver = false;

  get isEmpty(): boolean {
    return this.#keys === '';
  }

  /** Whether the entry is over. Another key before it is taken begins to join it. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** The position of the last key. */
  get lastMs(): number {
    return this.#lastMs;
  }

  /**
   * Takes a key, and returns whether the entry is complete: `#` ended it, or it equals an expected entry that no other
   * continues. With `each`, every key completes an entry.
   */
  press(key: string, atMs: number, expected: readonly string[] | 'each'): boolean {
    this.#lastMs = atMs;
    this.#wholeAtMs = null;
    this.#isOver = false;
    if (key === '#' && this.#keys !== '') return true;
    this.#keys = (this.#keys + key).slice(-keysMax);
    const isWhole = expected === 'each' || isComplete(this.#keys, expected);
    if (isWhole && key !== '#') this.#wholeAtMs = atMs;
    return isWhole;
  }

  /** Returns whether a key is the habitual `#` after an entry that was already complete. Call it once for each key. */
  isLateTerminator(key: string, atMs: number): boolean {
    const wholeAtMs = this.#wholeAtMs;
    if (key !== '#' || wholeAtMs === null) return false;
    this.#wholeAtMs = null;
    return atMs - wholeAtMs <= terminatorMs;
  }

  /** The entry is complete, or no other key followed. */
  end(): void {
    this.#isOver = this.#keys !== '';
  }

  /** Returns the entry and clears it. */
  take(): string {
    const keys = this.#keys;
    this.#keys = '';
    this.#isOver = false;
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
