import type { ExpectedEntry } from '../providers/interfaces/index.ts';
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

/** The keys that are expected. */
interface ExpectedKeys {
  /** The phrases and keys of options; empty when anything is accepted. */
  phrases: readonly string[];
  /** The entry that the model has asked for; `null` for none. */
  entry: ExpectedEntry | null;
  /** Whether the model collects keys itself. */
  collectsKeys: boolean;
}

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
   * continues. A model that collects keys (`collectsKeys`) judges each key, except for those of an open entry.
   */
  press(key: string, atMs: number, { phrases, entry, collectsKeys }: ExpectedKeys): boolean {
    this.#lastMs = atMs;
    this.#wholeAtMs = null;
    this.#isOver = false;
    const isEnd = key === '#' && this.#keys !== '';
    // A model that collects keys says what is wrong with an entry that `#` ended too early.
    if (!isEnd || collectsKeys) this.#keys = (this.#keys + key).slice(-keysMax);
    if (isEnd) return true;
    const isEach = collectsKeys && !mayGoOn(this.#keys, entry);
    const isWhole = isEach || isComplete(this.#keys, phrases);
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
    if (this.#isOver && !this.#keys.endsWith('#')) this.#wholeAtMs ??= this.#lastMs + interKeyMs;
  }

  /** Returns the entry and clears it. */
  take(): string {
    const keys = this.#keys;
    this.#keys = '';
    this.#isOver = false;
    return keys;
  }
}

/** Returns whether more keys may follow in an entry whose length is open. A single key of a fixed length may be judged. */
function mayGoOn(keys: string, entry: ExpectedEntry | null): boolean {
  if (entry === null || !/^\d+$/.test(keys)) return false;
  if (entry.kind === 'number') return Number(keys) * 10 <= entry.max;
  return entry.kind === 'digits' && entry.lengthMin < entry.lengthMax && keys.length < entry.lengthMax;
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
