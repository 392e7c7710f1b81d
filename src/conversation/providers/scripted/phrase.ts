import { nameSource } from './names.ts';
import { wordsOf } from './words.ts';

/**
 * A parsed phrase. Its syntax: words, `a | b` for alternatives, `(…)` for groups, `[…]` for optional parts, `*` for any
 * words or none, and `{slot}` for a slot's value. Example: `[i want to] cancel [my] (order | {item})`.
 */
export type Phrase =
  | { kind: 'word'; word: string }
  | { kind: 'any' }
  | { kind: 'slot'; name: string }
  | { kind: 'sequence'; parts: readonly Phrase[] }
  | { kind: 'choice'; parts: readonly Phrase[] };

/** A syntax error in a phrase. */
export class PhraseError extends Error {}

const braced = new RegExp(`^\\{\\s*(${nameSource})\\s*\\}$`);

/** The deepest nesting of groups; the parser is recursive. */
const depthMax = 10;

/** Parses a phrase. Throws a `PhraseError`. */
export function parsePhrase(text: string): Phrase {
  const tokens = text.match(/[|()[\]*]|\{[^{}]*\}|[{}]|[^\s|()[\]*{}]+/g) ?? [];
  let at = 0;
  const choice = (depth: number): Phrase => {
    if (depth > depthMax) throw new PhraseError(`has groups nested more than ${depthMax} deep`);
    const parts = [sequence(depth)];
    while (tokens[at] === '|') {
      at++;
      parts.push(sequence(depth));
    }
    return parts.length === 1 ? parts[0]! : { kind: 'choice', parts };
  };
  const sequence = (depth: number): Phrase => {
    const parts: Phrase[] = [];
    const first = at;
    while (at < tokens.length && !['|', ')', ']'].includes(tokens[at]!)) parts.push(...piece(depth));
    if (at === first) throw new PhraseError('has an alternative or a group without words');
    return { kind: 'sequence', parts };
  };
  const piece = (depth: number): Phrase[] => {
    const token = tokens[at++]!;
    if (token === '(' || token === '[') {
      const inner = choice(depth + 1);
      const close = token === '(' ? ')' : ']';
      if (tokens[at++] !== close) throw new PhraseError(`has ${token} without ${close}`);
      return [token === '(' ? inner : { kind: 'choice', parts: [inner, { kind: 'sequence', parts: [] }] }];
    }
    if (token === '*') return [{ kind: 'any' }];
    if (token.startsWith('{')) return [slot(token)];
    if (token === '}') throw new PhraseError('has } without {');
    return wordsOf(token).map((word) => ({ kind: 'word', word }));
  };
  const phrase = choice(0);
  if (at < tokens.length) throw new PhraseError(`has ${tokens[at]} without an opening bracket`);
  if (isEmpty(phrase)) throw new PhraseError('can match silence; at least one word must be required');
  return phrase;
}

/** Returns the slots that a phrase may fill. */
export function slotsOf(phrase: Phrase): string[] {
  if (phrase.kind === 'slot') return [phrase.name];
  return 'parts' in phrase ? phrase.parts.flatMap(slotsOf) : [];
}

function slot(token: string): Phrase {
  const name = braced.exec(token)?.[1];
  if (name === undefined) throw new PhraseError(`has ${token.slice(0, 70)}, which is not the name of a slot`);
  return { kind: 'slot', name };
}

/** Returns whether a phrase matches empty text, and so silence. */
function isEmpty(phrase: Phrase): boolean {
  if (phrase.kind === 'sequence') return phrase.parts.every(isEmpty);
  return phrase.kind === 'choice' && phrase.parts.some(isEmpty);
}
