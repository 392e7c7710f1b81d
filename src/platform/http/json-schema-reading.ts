import { nestingMax } from '../kernel/index.ts';
import { isPlainPattern } from './plain-pattern.ts';

/** A JSON Schema, or a schema within one. */
export type Part = boolean | Keywords;
export type Keywords = Record<string, unknown>;

/** A JSON Schema whose keywords are supported. */
export interface ReadSchema {
  root: Keywords;
  /** The schemas that references lead to. */
  targets: ReadonlyMap<unknown, Part>;
  /** A reference that leads to no schema, or `null`. */
  lostReference: string | null;
  /** Whether it contains regular expressions other than plain ones. They are not run. */
  hasPatterns: boolean;
}

/** The most schemas within a schema. Reading takes some microseconds each. */
const partsMax = 10_000;
const types = ['string', 'number', 'integer', 'boolean', 'null', 'object', 'array'];
/** Keywords whose values are schemas by name. */
const named = ['properties', '$defs', 'definitions'];
/** Keywords whose value is a schema or a list of schemas. */
const nested = [
  'items',
  'prefixItems',
  'additionalItems',
  'additionalProperties',
  'propertyNames',
  'contains',
];
nested.push('not', 'anyOf', 'oneOf', 'allOf');
const unsupported = ['if', 'then', 'else', 'dependentRequired', 'dependentSchemas'];
unsupported.push('unevaluatedItems', 'unevaluatedProperties');

/** Reads a JSON Schema without following its references. Throws an Error that names what is not supported, and where. */
export function readSchema(root: Keywords): ReadSchema {
  const parts = new Set<unknown>();
  const references = new Set<string>();
  let hasPatterns = false;
  const read = (part: unknown, path: readonly string[]): void => {
    const require = (isRight: boolean, message: string): void => {
      if (!isRight) throw new Error(`${path.join('.') || 'the whole'}: ${message}`);
    };
    require(path.length <= nestingMax, `is nested more than ${nestingMax} levels deep`);
    require(typeof part === 'boolean' || isObject(part), 'must be an object or a boolean');
    parts.add(part);
    require(parts.size <= partsMax, `has more than ${partsMax} schemas in it`);
    for (const [keyword, value] of Object.entries(part as Keywords)) {
      require(!unsupported.includes(keyword), `${keyword} is not supported`);
      require(keyword !== 'type' || isType(value), 'type must be a JSON type or a list of different ones');
      require(keyword !== 'enum' || Array.isArray(value), 'enum must be a list');
      if (keyword === 'patternProperties' || (keyword === 'pattern' && !isPlainPattern(value)))
        hasPatterns = true;
      if (keyword === '$ref') references.add(String(value));
      if (nested.includes(keyword) && !Array.isArray(value)) read(value, [...path, keyword]);
      else if (nested.includes(keyword) || named.includes(keyword))
        for (const [name, inner] of Object.entries(Object(value))) read(inner, [...path, keyword, name]);
    }
  };
  read(root, []);
  const targets = new Map<unknown, Part>();
  for (const reference of references) {
    const target = partAt(root, reference);
    if (parts.has(target)) targets.set(reference, target as Part);
  }
  const lostReference = [...references].find((reference) => !targets.has(reference)) ?? null;
  return { root, targets, lostReference, hasPatterns };
}

function isType(value: unknown): boolean {
  const all = Array.isArray(value) ? value : [value];
  return all.length > 0 && new Set(all).size === all.length && all.every((type) => types.includes(type));
}

/** Returns what a reference leads to, or undefined. It must be a JSON Pointer (RFC 6901) into the whole schema. */
function partAt(root: Keywords, reference: string): unknown {
  const [whole, ...names] = reference.split('/');
  let part: unknown = whole === '#' ? root : undefined;
  for (const name of names) {
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
    part = Object.hasOwn(Object(part), key) ? (part as Keywords)[key] : undefined;
  }
  return part;
}

export function isObject(value: unknown): value is Keywords {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
