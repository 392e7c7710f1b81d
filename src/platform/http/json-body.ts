import { isUtf8 } from 'node:buffer';
import { ApiError, invalid, isNestedTooDeep, nestingMax } from '../kernel/index.ts';

/**
 * Returns the JSON value of a request body. Refuses hostile text with a 400: not UTF-8, nested too deep (checked before
 * parsing), a key `__proto__`, or a string that PostgreSQL cannot store (NUL, lone surrogates). Skips a byte order mark
 * (RFC 8259 §8.1). `whole` names the body in errors that concern no single field.
 */
export function parseJsonBody(bytes: Buffer, whole = 'body'): unknown {
  if (!isUtf8(bytes)) throw invalid(whole, 'must be UTF-8');
  const text = bytes.toString('utf8', beginOf(bytes));
  if (isNestedTooDeep(text)) throw invalid(whole, `must not be nested deeper than ${nestingMax} levels`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ApiError(400, 'body.not_json', `${whole}: must be valid JSON`, {
      details: [{ field: whole, message: 'must be valid JSON' }],
    });
  }
  // Only an escape, that name or a very long number can produce one of these, so most values need no walk.
  if (/__proto__|\\u|[eE]\+?\d{3}|\d{309}/.test(text)) checkStrings(value, [], whole);
  return value;
}

/** Whether a body is empty: only JSON white space (RFC 8259 §2) or a byte order mark. */
export function isEmptyBody(bytes: Buffer): boolean {
  return bytes.subarray(beginOf(bytes)).every((byte) => whiteSpace.has(byte));
}

const whiteSpace: ReadonlySet<number> = new Set(Buffer.from(' \t\r\n'));

/** Returns the offset behind a byte order mark, which some programs write. */
function beginOf(bytes: Buffer): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/** `path` is the place of `value`. One array serves the whole walk, because a body can hold half a million values. */
function checkStrings(value: unknown, path: (string | number)[], whole: string): void {
  if (typeof value === 'string') checkAt(value, path, whole);
  else if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) {
    throw invalid(path.join('.') || whole, 'must be a number that fits into 64 bits (IEEE 754)');
  } else if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) checkInside(value[index], index, path, whole);
  } else if (typeof value === 'object' && value !== null) {
    for (const key of Object.keys(value)) {
      if (key === '__proto__') throw invalid(path.join('.') || whole, 'must not have a key __proto__');
      checkAt(key, path, whole);
      checkInside((value as Record<string, unknown>)[key], key, path, whole);
    }
  }
}

function checkInside(value: unknown, key: string | number, path: (string | number)[], whole: string): void {
  path.push(key);
  checkStrings(value, path, whole);
  path.pop();
}

function checkAt(text: string, path: (string | number)[], whole: string): void {
  if (!isStorable(text)) checkText(text, path.join('.') || whole);
}

/** Whether PostgreSQL can store `text`. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Throws a validation error when `text` holds what PostgreSQL cannot store. */
export function checkText(text: string, field: string): void {
  if (isStorable(text)) return;
  if (text.includes('\0')) throw invalid(field, 'must not contain a NUL character');
  throw invalid(field, 'must not contain a lone surrogate');
}
