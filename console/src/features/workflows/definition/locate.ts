import type { Path } from './tree.ts';

/** A piece of a text, from the first character to behind the last. */
export interface Span {
  start: number;
  end: number;
}

/** Where the value at a path stands in JSON; the deepest part of the path that there is. The text has to be JSON. */
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

/** The line of a place, from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** Goes through JSON without keeping any of it. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The value that stands here, which is passed. */
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

  /** The value of a key or a place in the object or list that begins at `start`; null: it has none. */
  inner(start: number, key: string | number): Span | null {
    return this.#each(start, (own) => own === key);
  }

  /** Goes through an object or a list; gives back the first value whose key is wanted. */
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
