import { z } from 'zod';
import { isObject, type Keywords, type Part, type ReadSchema } from './json-schema-reading.ts';
import { matchesPattern, patternCharactersMax } from './plain-pattern.ts';

/** A violation of a schema. `path` is its place in the value. */
export interface SchemaIssue {
  path: PropertyKey[];
  message: string;
}

/** Yields where the check may pause, and returns the first violation or `null`. */
type Steps<Result = SchemaIssue | null> = Generator<undefined, Result, undefined>;

/** The most checks of one value. A check takes 0.2 to 0.6 µs. */
const checksMax = 3_000_000;
const checksPerStep = 500;
/** The work that counts as one check: characters of a long text that is compared or has a format, and names of fields. */
const charactersPerCheck = 16;
const shortCharacters = 64;
const namesPerCheck = 8;
/** A violation that zod reports takes as long as these checks. */
const checksPerIssue = 20;
/** The most schemas within schemas that are checked. A schema that refers to itself at one place exceeds it. */
const depthMax = 1_000;
/** The characters of an error that show allowed values. */
const shownCharactersMax = 500;

const tooManyChecks = new Error('has more than can be checked by its JSON Schema');

/**
 * Checks a value by at most `limit` checks. Patterns that are not plain are ignored, because one may take longer than any
 * timeout.
 */
export function* checkSteps({ root, targets }: ReadSchema, value: unknown, limit = checksMax): Steps {
  try {
    return yield* new Check(targets, limit).visit(root, value, 0);
  } catch (thrown) {
    if (thrown === tooManyChecks) return issueOf(tooManyChecks.message);
    throw thrown;
  }
}

class Check {
  readonly #targets: ReadSchema['targets'];
  #left: number;
  #pauseAt: number;

  constructor(targets: ReadSchema['targets'], limit: number) {
    this.#targets = targets;
    this.#left = limit;
    this.#pauseAt = limit - checksPerStep;
  }

  *visit(part: Part, value: unknown, depth: number): Steps {
    this.#spend(depth > depthMax ? Number.POSITIVE_INFINITY : 1);
    if (this.#isDue()) yield;
    if (typeof part === 'boolean') return part ? null : issueOf('is not allowed');
    const issue =
      this.#plainIssue(part, value) ??
      (isCompound(part) ? yield* this.#compound(part, value, depth + 1) : null);
    if (issue) return issue;
    if (Array.isArray(value)) return yield* this.#items(part, value, depth + 1);
    return isObject(value) ? yield* this.#fields(part, value, depth + 1) : null;
  }

  #spend(checks: number): void {
    this.#left -= checks;
    if (this.#left < 0) throw tooManyChecks;
  }

  /** Returns whether the check should pause now. */
  #isDue(): boolean {
    if (this.#left > this.#pauseAt) return false;
    this.#pauseAt = this.#left - checksPerStep;
    return true;
  }

  /** Checks the type, and the keywords that concern a text or a number alone. */
  #plainIssue(part: Keywords, value: unknown): SchemaIssue | null {
    const { type } = part;
    const types = Array.isArray(type) ? type : [type];
    if (type !== undefined && !types.some((one) => isOfType(value, one)))
      return issueOf(`Invalid input: expected ${types.join(' or ')}, received ${typeOf(value)}`);
    if (typeof value === 'string' && part.pattern !== undefined) {
      this.#spend(Math.min(value.length, patternCharactersMax) ** 2 / charactersPerCheck);
      if (!matchesPattern(part.pattern, value)) return issueOf(`must match ${String(part.pattern)}`);
    }
    const plain = plainType(part, value);
    if (!plain) return null;
    if (part.format !== undefined) this.#spend(textCost(value));
    const [issue] = plain.safeParse(value).error?.issues ?? [];
    if (!issue) return null;
    this.#spend(checksPerIssue);
    return issueOf(issue.message);
  }

  /** Checks the allowed values, and the schemas that concern the same value. */
  *#compound(part: Keywords, value: unknown, depth: number): Steps {
    const { $ref, allOf, anyOf, oneOf, not } = part;
    const allowed = part.const === undefined && part.enum === undefined ? null : yield* this.#allowedBy(part);
    if (allowed?.keys.has(yield* this.#keyOf(value)) === false) return issueOf(allowed.message);
    for (const one of [this.#targets.get($ref) ?? true, ...listOf(allOf)]) {
      const issue = yield* this.visit(one, value, depth);
      if (issue) return issue;
    }
    if (isPart(not) && !(yield* this.visit(not, value, depth))) return issueOf('is not allowed');
    for (const [alternatives, enough] of [[anyOf, 1] as const, [oneOf, 2] as const]) {
      let matches = 0;
      for (const one of listOf(alternatives)) {
        if (!(yield* this.visit(one, value, depth))) matches++;
        if (matches === enough) break;
      }
      if (matches === 2) return issueOf('matches several of the alternatives');
      if (alternatives !== undefined && matches === 0) return issueOf('matches none of the alternatives');
    }
    return null;
  }

  *#items(part: Keywords, items: readonly unknown[], depth: number): Steps {
    const { contains, uniqueItems } = part;
    const [places, rest] = Array.isArray(part.items)
      ? [part.items, part.additionalItems]
      : [listOf(part.prefixItems), part.items];
    const size = sizeIssue(items.length, part.minItems, part.maxItems, 'items');
    if (size) return size;
    const keys = new Set<string>();
    let contained = 0;
    for (const [n, item] of items.entries()) {
      if (this.#isDue()) yield;
      const own = places[n] ?? rest;
      const issue = isPart(own) ? yield* this.visit(own, item, depth) : null;
      if (issue) return within(n, issue);
      if (uniqueItems === true && keys.size === keys.add(yield* this.#keyOf(item)).size)
        return within(n, issueOf('must not repeat an earlier item'));
      if (isPart(contains) && !(yield* this.visit(contains, item, depth))) contained++;
    }
    if (!isPart(contains)) return null;
    return sizeIssue(contained, part.minContains ?? 1, part.maxContains, 'items that match `contains`');
  }

  *#fields(part: Keywords, fields: Keywords, depth: number): Steps {
    const { propertyNames } = part;
    const properties = isObject(part.properties) ? part.properties : {};
    const partOf = (name: string) => (Object.hasOwn(properties, name) ? properties[name] : undefined);
    const required: readonly string[] = Array.isArray(part.required) ? part.required : [];
    const names = Object.keys(fields);
    this.#spend((names.length + required.length) / namesPerCheck);
    // A field with a default may be omitted.
    const isMissing = (name: string) =>
      !Object.hasOwn(fields, name) && (partOf(name) as Keywords | undefined)?.default === undefined;
    const missing = required.find(isMissing);
    if (missing !== undefined) return within(missing, issueOf('is required'));
    // Other fields may match a pattern, which is not run.
    const rest = part.patternProperties === undefined ? part.additionalProperties : undefined;
    for (const name of names) {
      const own = partOf(name) ?? rest;
      const issue =
        (isPart(own) ? yield* this.visit(own, fields[name], depth) : null) ??
        (isPart(propertyNames) ? yield* this.visit(propertyNames, name, depth) : null);
      if (issue) return within(name, issue);
    }
    return sizeIssue(names.length, part.minProperties, part.maxProperties, 'fields');
  }

  /** Returns what `const` or `enum` allows. It is kept with the schema. */
  *#allowedBy(part: Keywords): Steps<Allowed> {
    const known = allowedBy.get(part);
    if (known) return known;
    const keys = new Set<string>();
    for (const value of part.const === undefined ? (part.enum as unknown[]) : [part.const])
      keys.add(yield* this.#keyOf(value));
    const made = { keys, message: `must be one of ${[...keys].join(', ').slice(0, shownCharactersMax)}` };
    allowedBy.set(part, made);
    return made;
  }

  /** Returns a text that two values share when they are equal as JSON. */
  *#keyOf(value: unknown): Steps<string> {
    this.#spend(1 + textCost(value));
    if (this.#isDue()) yield;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
    const keys: string[] = [];
    if (Array.isArray(value)) {
      for (const item of value) keys.push(yield* this.#keyOf(item));
      return `[${keys.join()}]`;
    }
    const names = Object.keys(value);
    // Sorting many names takes tens of milliseconds.
    if (names.length > checksPerStep) yield;
    for (const name of names.sort())
      keys.push(`${yield* this.#keyOf(name)}:${yield* this.#keyOf((value as Keywords)[name])}`);
    return `{${keys.join()}}`;
  }
}

function textCost(value: unknown): number {
  return typeof value === 'string' && value.length > shortCharacters ? value.length / charactersPerCheck : 0;
}

interface Allowed {
  keys: ReadonlySet<string>;
  message: string;
}
const allowedBy = new WeakMap<object, Allowed>();

const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?$/;

const plainKeywords = {
  string: ['minLength', 'maxLength', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
};
const plainTypes = { string: new WeakMap<object, z.ZodType>(), number: new WeakMap<object, z.ZodType>() };

/** Returns zod's type for the keywords that concern a text or a number, or `null` when there are none. */
function plainType(part: Keywords, value: unknown): z.ZodType | null {
  const type = typeof value;
  if (type !== 'string' && type !== 'number') return null;
  const known = plainTypes[type].get(part);
  if (known) return known;
  const keywords = plainKeywords[type].filter((keyword) => part[keyword] !== undefined);
  if (keywords.length === 0) return null;
  // A time of day has no offset where people speak of it; zod's `time` requires one, as RFC 3339 does.
  const isTime = part.format === 'time';
  const own = keywords.filter((keyword) => keyword !== 'format' || !isTime);
  const read = z.fromJSONSchema({
    type,
    ...Object.fromEntries(own.map((keyword) => [keyword, part[keyword]])),
  });
  const made = isTime ? read.refine((text) => timeOfDay.test(String(text)), 'Invalid time') : read;
  plainTypes[type].set(part, made);
  return made;
}

const compoundKeywords = ['enum', 'const', '$ref', 'allOf', 'anyOf', 'oneOf', 'not'];

function isCompound(part: Keywords): boolean {
  return compoundKeywords.some((keyword) => part[keyword] !== undefined);
}

function isOfType(value: unknown, type: unknown): boolean {
  return type === 'integer' ? Number.isInteger(value) : type === typeOf(value);
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
}

function sizeIssue(size: number, min: unknown, max: unknown, what: string): SchemaIssue | null {
  if (typeof min === 'number' && size < min) return issueOf(`must have at least ${min} ${what}`);
  return typeof max === 'number' && size > max ? issueOf(`must have at most ${max} ${what}`) : null;
}

function listOf(value: unknown): readonly Part[] {
  return Array.isArray(value) ? value : [];
}

function isPart(value: unknown): value is Part {
  return typeof value === 'boolean' || isObject(value);
}

function issueOf(message: string): SchemaIssue {
  return { path: [], message };
}

function within(key: PropertyKey, { path, message }: SchemaIssue): SchemaIssue {
  return { path: [key, ...path], message };
}
