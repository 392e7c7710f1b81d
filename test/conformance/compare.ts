import { isDeepStrictEqual } from 'node:util';

/** A JSON object of a response. */
export type JsonObject = Record<string, unknown>;

/** Returns whether the value is a JSON object: neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Describes the first difference between two JSON values. Returns null when they are equal. */
export function differenceBetween(actual: unknown, expected: unknown, path = 'the value'): string | null {
  if (isDeepStrictEqual(actual, expected)) return null;
  if (Array.isArray(actual) && Array.isArray(expected)) {
    if (actual.length !== expected.length) {
      return `${path} has ${actual.length} elements instead of ${expected.length}`;
    }
    for (const [index, element] of expected.entries()) {
      const difference = differenceBetween(actual[index], element, `${path}[${index}]`);
      if (difference !== null) return difference;
    }
  }
  if (isJsonObject(actual) && isJsonObject(expected)) {
    for (const name of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      const difference = differenceBetween(actual[name], expected[name], `${path}.${name}`);
      if (difference !== null) return difference;
    }
  }
  return `${path} is ${shorten(actual)} instead of ${shorten(expected)}`;
}

/** Returns a JSON value on one line, cut to a readable length. */
export function shorten(value: unknown, lengthMax = 200): string {
  const text = value === undefined ? 'absent' : (JSON.stringify(value) ?? String(value));
  return text.length <= lengthMax ? text : `${text.slice(0, lengthMax)}… (${text.length} characters)`;
}

/**
 * Describes how the items of a paged list differ from the expected list. Returns null when each item occurred once, in
 * order.
 */
export function walkDifference(walked: readonly string[], expected: readonly string[]): string | null {
  const seen = new Set<string>();
  for (const id of walked) {
    if (seen.has(id)) return `${id} came more than once`;
    seen.add(id);
  }
  const missing = expected.filter((id) => !seen.has(id));
  if (missing.length > 0) return `${missing.length} missing, the first is ${missing[0]}`;
  const wanted = new Set(expected);
  const extra = walked.filter((id) => !wanted.has(id));
  if (extra.length > 0) return `${extra.length} too many, the first is ${extra[0]}`;
  const misplaced = expected.findIndex((id, index) => walked[index] !== id);
  return misplaced === -1
    ? null
    : `place ${misplaced} holds ${walked[misplaced]}, not ${expected[misplaced]}`;
}

/** Returns whether the value, or a part of it, deeply equals `wanted`. */
export function holdsValue(value: unknown, wanted: unknown): boolean {
  if (isDeepStrictEqual(value, wanted)) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((inner) => holdsValue(inner, wanted));
}

/** Returns the first string in the value that satisfies the predicate, or null. */
export function findText(value: unknown, wanted: (text: string) => boolean): string | null {
  if (typeof value === 'string') return wanted(value) ? value : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const inner of Object.values(value)) {
    const found = findText(inner, wanted);
    if (found !== null) return found;
  }
  return null;
}
