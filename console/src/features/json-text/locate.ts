import type { Path } from './json-path.ts';

/** A range of a text; the end is exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** Returns the range of the value at a path, or of its deepest existing parent. The text must be JSON. */
export function locate(text: string, path: Path): Span {
  const reader = new Reader(text);
  let span = reader.value();
  for (const key of path) {
    const inner = reader.inner(span.start, key);
    if (inner === null) break;
    span = inner;
  }
  return span;
}

/** Returns the line of an offset, from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** Walks through JSON without building values. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Skips the value here and returns its range. */
  value(): Span {
    this.#skipSpace();
    const start = this.#at;
    const first = this.#text[this.#at];
    if (first === '{' || first === '[') {
      this.#each(start, () => false);
    } else if (first === '"') this.#string();
    else while (this.#at < this.#text.length && !/[,\]}\s]/.test(this.#text[this.#at]!)) this.#at += 1;
    return { start, end: this.#at };
  }

  /** Returns the range of a key or index in the object or list at `start`, or null. */
  inner(start: number, key: string | number): Span | null {
    return this.#each(start, (own) => own === key);
  }

  /** Walks through an object or list, and returns the first value whose key is wanted. */
  #each(start: number, isWanted: (key: string | number) => boolean): Span | null {
    const opened = this.#text[start];
    if (opened !== '{' && opened !== '[') return null;
    this.#at = start + 1;
    for (let index = 0; ; index += 1) {
      this.#skipSpace();
      if (this.#at >= this.#text.length) return null;
      if (this.#text[this.#at] === '}' || this.#text[this.#at] === ']') {
        this.#at += 1;
        return null;
      }
      const key = opened === '{' ? this.#key() : index;
      const span = this.value();
      if (isWanted(key)) return span;
      this.#skipSpace();
      if (this.#text[this.#at] === ',') this.#at += 1;
    }
  }

  #key(): string {
    const start = this.#at;
    this.#string();
    const key = JSON.parse(this.#text.slice(start, this.#at)) as string;
    this.#skipSpace();
    this.#at += 1;
    return key;
  }

  #string(): void {
    this.#at += 1;
    while (this.#at < this.#text.length && this.#text[this.#at] !== '"')
      this.#at += this.#text[this.#at] === '\\' ? 2 : 1;
    this.#at += 1;
  }

  #skipSpace(): void {
    while (this.#at < this.#text.length && /\s/.test(this.#text[this.#at]!)) this.#at += 1;
  }
}
