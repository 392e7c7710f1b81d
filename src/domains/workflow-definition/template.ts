import {
  compileExpression,
  type Expression,
  ExpressionError,
  type Scope,
  spend,
  textCharactersMax,
} from '../../platform/expressions/index.ts';

/** A text with expressions between double braces, as a list of texts and expressions. */
export type TemplatePart = string | Expression;

/** Parses a text with `{{ expressions }}`. Throws an ExpressionError for an invalid one. */
export function templateParts(text: string): TemplatePart[] {
  return pieces(text).map(({ text, isExpression }) => (isExpression ? compileExpression(text) : text));
}

/** Returns the total length of the expressions in a text. */
export function expressionCharacters(text: string): number {
  return pieces(text).reduce((sum, piece) => sum + (piece.isExpression ? piece.text.length : 0), 0);
}

function pieces(text: string): { text: string; isExpression: boolean }[] {
  const found: { text: string; isExpression: boolean }[] = [];
  let from = 0;
  for (let open = text.indexOf('{{'); open !== -1; open = text.indexOf('{{', from)) {
    const close = endOfExpression(text, open + 2);
    if (close === -1) throw new ExpressionError('has {{ without }}');
    if (open > from) found.push({ text: text.slice(from, open), isExpression: false });
    found.push({ text: text.slice(open + 2, close).trim(), isExpression: true });
    from = close + 2;
  }
  if (from < text.length) found.push({ text: text.slice(from), isExpression: false });
  return found;
}

/** Returns the position of the `}}` that ends the expression, ignoring those inside its strings and objects. */
function endOfExpression(text: string, from: number): number {
  let depth = 0;
  for (let i = from; i < text.length; i++) {
    const character = text[i]!;
    if (character === '"' || character === "'") {
      i = endOfText(text, i);
      if (i === -1) return -1;
    } else if (character === '{') depth++;
    else if (character === '}') {
      if (depth > 0) depth--;
      else if (text[i + 1] === '}') return i;
    }
  }
  return -1;
}

function endOfText(text: string, from: number): number {
  for (let i = from + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === text[from]) return i;
  }
  return -1;
}

/**
 * Converts a value for insertion into a text: null becomes empty; anything but a string, number or boolean becomes
 * JSON.
 */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Fills a text. A text that is a single expression becomes its value. `encode` is applied to inserted values. */
export function fillText(text: string, scope: Scope, encode?: (value: string) => string): unknown {
  if (!text.includes('{{')) return text;
  const parts = templateParts(text);
  const [only] = parts;
  if (parts.length === 1 && typeof only === 'object') return only.evaluate(scope);
  const filled = parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const value = textOf(part.evaluate(scope));
      if (!encode) return value;
      spend(value.length / 16);
      return encode(value.toWellFormed());
    })
    .join('');
  if (filled.length > textCharactersMax) {
    throw new ExpressionError(`produces a text of more than ${textCharactersMax} characters`);
  }
  return filled;
}

/** Fills the texts of a JSON value at any depth. */
export function fillValue(template: unknown, scope: Scope): unknown {
  if (typeof template === 'string') return fillText(template, scope);
  if (Array.isArray(template)) return template.map((item) => fillValue(item, scope));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([key, inner]) => [key, fillValue(inner, scope)]));
}

/** Compiles an expression, which may also be written between double braces. */
export function expressionOf(text: string): Expression {
  const whole = /^\s*\{\{([\s\S]*)\}\}\s*$/.exec(text);
  return compileExpression((whole ? whole[1]! : text).trim());
}
