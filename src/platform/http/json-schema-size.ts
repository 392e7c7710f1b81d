/** The most parts that a JSON Schema may have once its references are replaced by what they name. */
export const schemaPartsMax = 5_000;

/**
 * Counts the parts of a JSON Schema with its references followed. A part with several types counts once for each.
 * Building a checker takes time in proportion. Returns Infinity for a schema that refers to itself, or to something
 * that is not a definition.
 */
export function schemaParts(root: object): number {
  const counts = new Map<object, number>();
  const count = (part: unknown): number => {
    if (typeof part !== 'object' || part === null) return 0;
    const known = counts.get(part);
    if (known !== undefined) return known;
    // A part that is reached again while it is being counted refers to itself.
    counts.set(part, Number.POSITIVE_INFINITY);
    let sum = 1;
    for (const [key, inner] of Object.entries(part)) {
      if (key === '$ref' && typeof inner === 'string') sum += count(definitionAt(root, inner) ?? part);
      else if (key === 'enum' && Array.isArray(inner)) sum += inner.length;
      // A property may have the name of a keyword.
      else if (key === 'properties' && typeof inner === 'object' && inner !== null)
        for (const property of Object.values(inner)) sum += count(property);
      // Definitions count where they are referenced.
      else if (key !== '$defs' && key !== 'definitions') sum += count(inner);
    }
    if ('type' in part && Array.isArray(part.type)) sum *= Math.max(part.type.length, 1);
    counts.set(part, sum);
    return sum;
  };
  return count(root);
}

/** Returns the definition that a reference names (`#/$defs/name` or `#/definitions/name`, RFC 6901), or undefined. */
export function definitionAt(root: object, reference: string): unknown {
  const [, name] = /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(reference) ?? [];
  const { $defs, definitions } = root as { $defs?: unknown; definitions?: unknown };
  const all = $defs || definitions;
  if (name === undefined || typeof all !== 'object' || all === null) return undefined;
  const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
  return Object.hasOwn(all, key) ? (all as Record<string, unknown>)[key] : undefined;
}

/**
 * Returns a reference that resolves to nothing within the schema, or `null`. A reference into a definition counts as
 * resolved.
 */
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
