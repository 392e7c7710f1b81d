/**
 * Lexical rules of SIP (RFC 3261 §25.1). Every parser here reads its text once, from left to right, so that a
 * hostile header costs no more than its length. A parser returns `null` for malformed text.
 */

/**
 * Header and URI parameters in the order of the wire: names in lower case, values as received, including
 * quotes.
 */
export type Params = ReadonlyMap<string, string | null>;

const tokenPattern = /^[A-Za-z0-9\-.!%*_+`'~]+$/;

/** Returns true for a `token`, as in method names, header names and parameter names. */
export function isToken(text: string): boolean {
  return tokenPattern.test(text);
}

/** Returns true for a space or a tab; folded lines have been joined before. */
function isBlank(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 0x20 || code === 0x09;
}

/** Returns the first position at or after `at` that holds no space or tab. */
export function skipBlanks(text: string, at: number): number {
  let i = at;
  while (i < text.length && isBlank(text, i)) i++;
  return i;
}

/** Returns the position after the quoted string that opens at `at`, or -1 when it is not closed. */
export function skipQuoted(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    const char = text[i];
    if (char === '\\') i++;
    else if (char === '"') return i + 1;
  }
  return -1;
}

/** Splits a comma-separated header. Commas in quoted strings and in angle brackets do not separate. */
export function splitList(text: string): string[] | null {
  const items: string[] = [];
  let start = 0;
  let inAngles = false;
  for (let i = 0; i < text.length; ) {
    const char = text[i];
    if (char === '"') {
      i = skipQuoted(text, i);
      if (i < 0) return null;
      continue;
    }
    if (char === '<') inAngles = true;
    else if (char === '>') inAngles = false;
    else if (char === ',' && !inAngles) {
      items.push(text.slice(start, i).trim());
      start = i + 1;
    }
    i++;
  }
  items.push(text.slice(start).trim());
  return inAngles || items.some((item) => item === '') ? null : items;
}

/** Parses `;name=value;flag…` from `at` to the end of the text. A repeated name is an error. */
export function parseParams(text: string, at: number): Map<string, string | null> | null {
  const params = new Map<string, string | null>();
  let i = skipBlanks(text, at);
  while (i < text.length) {
    if (text[i] !== ';') return null;
    i = skipBlanks(text, i + 1);
    const nameEnd = endOfWord(text, i);
    const name = text.slice(i, nameEnd).toLowerCase();
    if (!isToken(name) || params.has(name)) return null;
    i = skipBlanks(text, nameEnd);
    if (text[i] !== '=') {
      params.set(name, null);
      continue;
    }
    i = skipBlanks(text, i + 1);
    const valueEnd = text[i] === '"' ? skipQuoted(text, i) : endOfWord(text, i);
    if (valueEnd <= i) return null;
    params.set(name, text.slice(i, valueEnd));
    i = skipBlanks(text, valueEnd);
  }
  return params;
}

/** Returns the end of the run of characters that neither separate parameters nor quote. */
function endOfWord(text: string, at: number): number {
  let i = at;
  while (i < text.length && !' \t;=,"<>'.includes(text[i]!)) i++;
  return i;
}

/** Renders parameters for the wire, each with its leading semicolon. */
export function renderParams(params: Params): string {
  let out = '';
  for (const [name, value] of params) out += value === null ? `;${name}` : `;${name}=${value}`;
  return out;
}

/** Returns the content of a quoted string with its escapes resolved; any other text unchanged. */
export function unquote(text: string): string {
  if (!text.startsWith('"')) return text;
  let out = '';
  for (let i = 1; i < text.length - 1; i++) {
    if (text[i] === '\\') i++;
    out += text[i] ?? '';
  }
  return out;
}

/** Quotes a text. Control characters, which no quoted string may hold, become spaces. */
export function quote(text: string): string {
  return `"${text.replace(/[\u0000-\u001f\u007f]/g, ' ').replace(/[\\"]/g, '\\$&')}"`;
}
