/** Parts of a JSON Schema with everything that it refers to put in its place; more is too much to check values by. */
export const schemaPartsMax = 5_000;

/**
 * How many parts a JSON Schema has once its references are followed, one with several types counted for each of them:
 * building what checks values takes as long. Without end where it refers to itself, or to what is no definition.
 */
export function schemaParts(root: object): number {
  const counts = new Map<object, number>();
  const count = (part: unknown): number => {
    if (typeof part !== 'object' || part === null) return 0;
    const known = counts.get(part);
    if (known !== undefined) return known;
    // Met again before it was counted: it refers to itself.
    counts.set(part, Number.POSITIVE_INFINITY);
    let sum = 1;
    for (const [key, inner] of Object.entries(part)) {
      if (key === '$ref' && typeof inner === 'string') sum += count(definitionAt(root, inner) ?? part);
      else if (key === 'enum' && Array.isArray(inner)) sum += inner.length;
      // Properties may be called as words of a schema are.
      else if (key === 'properties' && typeof inner === 'object' && inner !== null)
        for (const property of Object.values(inner)) sum += count(property);
      // What is only there to be referred to counts where it is.
      else if (key !== '$defs' && key !== 'definitions') sum += count(inner);
    }
    if ('type' in part && Array.isArray(part.type)) sum *= Math.max(part.type.length, 1);
    counts.set(part, sum);
    return sum;
  };
  return count(root);
}

/** The definition that a reference names: `#/$defs/name` or `#/definitions/name` (RFC 6901); undefined: none. */
export function definitionAt(root: object, reference: string): unknown {
  const [, name] = /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(reference) ?? [];
  const { $defs, definitions } = root as { $defs?: unknown; definitions?: unknown };
  const all = $defs || definitions;
  if (name === undefined || typeof all !== 'object' || all === null) return undefined;
  const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
  return Object.hasOwn(all, key) ? (all as Record<string, unknown>)[key] : undefined;
}

/** A reference that leads to nothing within the schema; null: there is none. One into a definition leads to that at least. */
export function lostReference(root: object): string | null {
  const find = (part: unknown): string | null => {
    if (typeof part !== 'object' || part === null) return null;
    for (const [key, inner] of Object.entries(part)) {
      const lost = key === '$ref' && typeof inner === 'string' ? lostIn(root, inner) : find(inner);
      if (lost !== null) return lost;
    }
    return null;
  };
  return find(root);
}

function lostIn(root: object, reference: string): string | null {
  const [definition = reference] = /^#\/[^/]+\/[^/]+/.exec(reference) ?? [];
  return reference === '#' || definitionAt(root, definition) !== undefined ? null : reference;
}
