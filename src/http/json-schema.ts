import { z } from 'zod';

/** Parts of a schema with everything that it refers to put in its place; more is too much to check values by. */
const partsMax = 5_000;

/**
 * What holds values to a JSON Schema that somebody else wrote; null where it cannot be understood, or would take too
 * long: then nothing is held against a value. Regular expressions are left out: one may take longer than anyone waits.
 */
export function typeOfJsonSchema(schema: Record<string, unknown>): z.ZodType | null {
  try {
    const bounded = withoutPatterns(schema) as Record<string, unknown>;
    if (partsOf(bounded) > partsMax) return null;
    return z.fromJSONSchema(bounded as Parameters<typeof z.fromJSONSchema>[0]);
  } catch {
    return null;
  }
}

function withoutPatterns(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutPatterns);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(
    ([key, value]) => !(key === 'pattern' && typeof value === 'string') && key !== 'patternProperties',
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutPatterns(value)]));
}

/** Checking may take as long as the schema is large once its references are followed; without end: it never ends. */
function partsOf(root: Record<string, unknown>): number {
  const counts = new Map<object, number>();
  const count = (part: unknown): number => {
    if (typeof part !== 'object' || part === null) return 0;
    const known = counts.get(part);
    if (known !== undefined) return known;
    // Met again before it was counted: it refers to itself.
    counts.set(part, Number.POSITIVE_INFINITY);
    let sum = 1;
    for (const [key, inner] of Object.entries(part)) {
      if (key === '$ref' && typeof inner === 'string') sum += count(placeOf(root, inner));
      // What is only there to be referred to counts where it is.
      else if (key !== '$defs' && key !== 'definitions') sum += count(inner);
    }
    counts.set(part, sum);
    return sum;
  };
  return count(root);
}

/** What a reference within the schema (RFC 6901) leads to; undefined: nothing that is here. */
function placeOf(root: Record<string, unknown>, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined;
  let place: unknown = root;
  for (const name of reference.split('/').slice(1)) {
    if (typeof place !== 'object' || place === null) return undefined;
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
    place = Object.hasOwn(place, key) ? (place as Record<string, unknown>)[key] : undefined;
  }
  return place;
}
