/**
 * Returns why a text is not JSON, with line and column from 1, or null when it is. Browsers do not all report the
 * place.
 */
export function jsonProblem(text: string): string | null {
  if (text.trim() === '') return 'Must not be empty.';
  const scan = new Scan(text);
  const wanted = scan.value() ?? scan.end();
  if (wanted === null) return null;
  const before = text.slice(0, scan.at).split('\n');
  const found = scan.at < text.length ? `, found ${text[scan.at]}` : ', found the end';
  return `Invalid JSON at line ${before.length}, column ${before.at(-1)!.length + 1}: expected ${wanted}${found}.`;
}

const space = /[ \t\r\n]*/y;
const string = /"(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;
const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/y;

/** Scans a text by RFC 8259 and stops at the first error. Each part returns what it expected there, or null. */
class Scan {
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  value(): string | null {
    if (this.#takes('{')) return this.#list('}', () => this.#member());
    if (this.#takes('[')) return this.#list(']', () => this.value());
    return this.#matches(string) || this.#matches(scalar) ? null : 'a value';
  }

  end(): string | null {
    this.#matches(space);
    return this.at === this.#text.length ? null : 'nothing more';
  }

  #list(end: string, part: () => string | null): string | null {
    if (this.#takes(end)) return null;
    for (;;) {
      const wanted = part();
      if (wanted !== null) return wanted;
      if (this.#takes(end)) return null;
      if (!this.#takes(',')) return `a comma or ${end}`;
    }
  }

  #member(): string | null {
    this.#matches(space);
    if (!this.#matches(string)) return 'a name in quotes';
    return this.#takes(':') ? this.value() : 'a colon';
  }

  #takes(sign: string): boolean {
    this.#matches(space);
    if (this.#text[this.at] !== sign) return false;
    this.at += 1;
    return true;
  }

  #matches(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    if (!pattern.test(this.#text)) return false;
    this.at = pattern.lastIndex;
    return true;
  }
}
