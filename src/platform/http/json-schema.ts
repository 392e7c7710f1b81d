import { z } from 'zod';
import { schemaParts, schemaPartsMax } from './json-schema-size.ts';
import { isTooMuchToCheck } from './json-schema-work.ts';

/** What is wrong with a value by a schema, and where. */
interface SchemaIssue {
  path: PropertyKey[];
  message: string;
}

/** What checks values by a schema, and the schema as it does: without regular expressions. */
interface Checker {
  schema: Record<string, unknown>;
  type: z.ZodType;
  /** Whether it speaks of a field that every object seems to have, such as `toString`. */
  hasInheritedNames: boolean;
}

/** A tool's schema is met with each of its calls. */
const checkers = new WeakMap<object, Checker | null>();

/**
 * The first thing that is wrong with a value by a JSON Schema that somebody else wrote; null: nothing, or the schema
 * cannot be understood, or is too large to check anything by. A value of which too much would have to be checked is
 * wrong as a whole. Regular expressions are left out: one may take longer than anyone waits.
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

/** The same in words that name the place. */
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

/** The value with objects that have the fields of their own alone: zod reads the others too. */
function withoutPrototypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPrototypes);
  if (typeof value !== 'object' || value === null) return value;
  const own: Record<string, unknown> = Object.create(null);
  for (const [name, inner] of Object.entries(value)) own[name] = withoutPrototypes(inner);
  return own;
}

/** Throws where the schema is not understood. What it calls itself is kept apart from the names of our own. */
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

/** Whether a field is read as a regular expression, as a list with a text is too; a property of that name is an object. */
export function isPattern(key: string, value: unknown): boolean {
  return key === 'pattern' && (typeof value === 'string' || Array.isArray(value));
}
