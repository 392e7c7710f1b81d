/**
 * The tag with which a model says where it goes and what it found out, such as
 * `<flow go="payment" date="2026-12-01">`. It stands at the beginning of an answer and is never spoken.
 */
export interface FlowTag {
  /** The stage that the model goes to; `null` when it stays. */
  go: string | null;
  /** The values by variable, as the model wrote them. */
  values: Readonly<Record<string, string>>;
}

/** A piece of an answer. */
export type TagPiece = { text: string } | { tag: FlowTag };

/** The most characters of a tag. A longer one is malformed. */
const charactersMax = 4000;
const quotes: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '„': '“' };

/**
 * Separates the tags of a streamed answer from its words. The result does not depend on how the answer was divided into
 * pieces, because a tag is read from left to right, and is held until it is decided.
 */
export class TagReader {
  #held = '';
  #hasBegun = false;
  #hasTag = false;

  /** Takes a piece of the answer, and returns what is decided. */
  push(text: string): TagPiece[] {
    this.#held += text;
    return this.#read(false);
  }

  /** Returns the rest at the end of the answer. */
  end(): TagPiece[] {
    return this.#read(true);
  }

  #read(isEnd: boolean): TagPiece[] {
    const pieces: TagPiece[] = [];
    while (this.#held !== '') {
      // Quotation marks and white space around a leading tag belong to it.
      const before = this.#hasBegun ? wordsBefore(this.#held) : /^[\s`"'*]*/.exec(this.#held)![0];
      if (before.length === this.#held.length && !this.#hasBegun && !isEnd) break;
      const found = scan(this.#held, before.length);
      if (found === 'more' && !isEnd) {
        if (this.#hasBegun) this.#say(pieces, before.length);
        break;
      }
      const end = found === 'more' ? this.#held.length : found;
      if (end !== null && isTag(this.#held, before.length)) {
        if (this.#hasBegun && before !== '') pieces.push({ text: before });
        this.#hasTag = true;
        pieces.push({ tag: parsed(this.#held.slice(before.length, end)) });
        this.#held = this.#held.slice(end);
        continue;
      }
      const isAfterTag = this.#hasTag && !this.#hasBegun;
      this.#hasBegun = true;
      if (isAfterTag && before !== '') {
        this.#held = this.#held.replace(/^[\s`]+/, '');
        continue;
      }
      // What is cut off at the end may be the beginning of a tag.
      if (found === 'more') this.#held = this.#held.slice(0, before.length);
      this.#say(pieces, Math.max(found === null ? before.length + 1 : before.length, 1));
    }
    return pieces;
  }

  #say(pieces: TagPiece[], length: number): void {
    const text = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    if (text !== '') pieces.push({ text });
  }
}

function wordsBefore(text: string): string {
  const at = text.indexOf('<');
  return at < 0 ? text : text.slice(0, at);
}

/** Matches the opening of a tag, with the slips that models make. */
const opening = /^(?:<\s{0,2}(?:\/\s{0,2})?)+flow(?![\w-])/i;
/** Matches a text that may become such an opening. */
const openingSoFar = /^(?:<\s{0,2}(?:\/\s{0,2})?)+(?:f(?:l(?:o(?:w)?)?)?)?$/i;

/** Returns whether a whole opening of a tag is at a position. */
function isTag(text: string, from: number): boolean {
  return opening.test(text.slice(from));
}

/**
 * Returns where a tag that begins at a position ends, `null` when none begins there, and `more` when the text so far does
 * not decide it.
 */
function scan(text: string, from: number): number | null | 'more' {
  const rest = text.slice(from);
  if (openingSoFar.test(rest)) return 'more';
  const found = opening.exec(rest);
  if (!found) return null;
  const at = from + found[0].length;
  let quote: string | null = null;
  let last = '';
  for (let here = at; here < text.length; here++) {
    const letter = text[here]!;
    // A value has neither a line break nor a tag in it, so its quotation mark is missing.
    if (letter === '\n' || letter === '<' || here - from > charactersMax) return lenientEnd(text, from, here);
    if (quote !== null) {
      if (letter === quote) quote = null;
    } else if (letter === '>') return here + 1;
    else if (last === '=' && quotes[letter] !== undefined) quote = quotes[letter];
    if (letter !== ' ') last = letter;
  }
  return 'more';
}

/** Returns the end of a malformed tag: after its first `>`, or where it breaks off. */
function lenientEnd(text: string, from: number, until: number): number {
  const close = text.slice(from, until).indexOf('>');
  return close < 0 ? until : from + close + 1;
}

const attribute = /([A-Za-z_][\w-]*)\s*=\s*(?:"([^"]*)"?|'([^']*)'?|[“„]([^“”]*)[“”]?|([^\s"'>]+))/g;

function parsed(text: string): FlowTag {
  const values: Record<string, string> = Object.create(null);
  let go: string | null = null;
  const inner = text.replace(/\/?\s*>$/, '');
  for (const [, name = '', ...forms] of inner.matchAll(attribute)) {
    const value = unescaped(forms.find((form) => form !== undefined) ?? '').trim();
    if (value === '') continue;
    if (name.toLowerCase() === 'go') go = value;
    else values[name] = value;
  }
  return { go, values: { ...values } };
}

const entities: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  '#39': "'",
  lt: '<',
  gt: '>',
  amp: '&',
};

function unescaped(text: string): string {
  return text.replace(/&(quot|apos|#39|lt|gt|amp);/g, (_, name: string) => entities[name]!);
}
