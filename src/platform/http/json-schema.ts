import { z } from 'zod';
import { schemaParts, schemaPartsMax } from './json-schema-size.ts';
import { isTooMuchToCheck } from './json-schema-work.ts';

/** A violation of a schema, and its place in the value. */
interface SchemaIssue {
  path: PropertyKey[];
  message: string;
}

/** A schema without regular expressions, and the type that checks values by it. */
interface Checker {
  schema: Record<string, unknown>;
  type: z.ZodType;
  /** Whether the schema names a field that every object inherits, such as `toString`. */
  hasInheritedNames: boolean;
}

/** Cached, because a tool's schema is used with each of its calls. */
const checkers = new WeakMap<object, Checker | null>();

/**
 * Returns the first violation of a JSON Schema that a user wrote. Returns `null` when there is none, or when the schema
 * cannot be understood or is too large. A value that would take too many checks is wrong as a whole. Regular
 * expressions are ignored, because one may take longer than any timeout.
 */
export function schemaIssue(schema: Record<string, unknown>, value: unknown): SchemaIssue | null {
  const known = checkers.get(schema);
  const checker = known === undefined ? checkerOf(schema) : known;
  if (known === undefined) checkers.set(schema, checker);
  if (!checker) return null;
  if (isTooMuchToCheck(checker.schema, value)) {
    return { path: [], message: 'has more than can be checked by its JSON Schema' };
  }
  const own = checker.hasInheritedNames ? withoutPrototypes(value) : value;
  const [issue] = checker.type.safeParse(own).error?.issues ?? [];
  return issue ? { path: issue.path, message: issue.message } : null;
}

/** Returns the first violation as a sentence that names its place, or `null`. */
export function schemaProblem(schema: Record<string, unknown>, value: unknown): string | null {
  const issue = schemaIssue(schema, value);
  return issue && `${issue.path.join('.') || 'the whole'}: ${issue.message}`;
}

function checkerOf(schema: Record<string, unknown>): Checker | null {
  try {
    const bounded = withoutPatterns(schema) as Record<string, unknown>;
    if (schemaParts(bounded) > schemaPartsMax) return null;
    const text = JSON.stringify(bounded);
    const hasInheritedNames = inheritedNames.some((name) => text.includes(`"${name}":`));
    return { schema: bounded, type: typeOf(bounded), hasInheritedNames };
  } catch {
    return null;
  }
}

const inheritedNames = Object.getOwnPropertyNames(Object.prototype);

/** Copies a value with objects that have no prototype, because zod also reads inherited fields. */
function withoutPrototypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPrototypes);
  if (typeof value !== 'object' || value === null) return value;
  const own: Record<string, unknown> = Object.create(null);
  for (const [name, inner] of Object.entries(value)) own[name] = withoutPrototypes(inner);
  return own;
}

/**
 * Returns the zod type of a JSON Schema. Throws when the schema is not understood. Ids in the schema are kept apart
 * from ours.
 */
export function typeOf(schema: Record<string, unknown>): z.ZodType {
  return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0], { registry: z.registry() });
}

function withoutPatterns(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutPatterns);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(
    ([key, value]) => !isPattern(key, value) && key !== 'patternProperties',
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutPatterns(value)]));
}

/**
 * Whether a field holds a regular expression. A list that contains a text also does; a property of that name is an
 * object.
 */
export function isPattern(key: string, value: unknown): boolean {
  return key === 'pattern' && (typeof value === 'string' || Array.isArray(value));
}
