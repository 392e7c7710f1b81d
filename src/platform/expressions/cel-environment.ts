import { Environment } from '@marcbachmann/cel-js';
import { isNestedTooDeep, nestingMax } from '../kernel/index.ts';
import { textCharactersMax } from './bounds.ts';
import { look, lookItems } from './look.ts';
import { guarded, unguarded } from './own-fields.ts';
import { brief, joined, measured, sought, zone } from './texts.ts';
import { ExpressionError, spend } from './work.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Returns a field of an object or an element of a list, or null when it is missing. */
function at(value: unknown, key: unknown): unknown {
  spend(1 + lookItems(value));
  return look(guarded(fieldOf(unguarded(value), key)));
}

function fieldOf(value: unknown, key: unknown): unknown {
  if (Array.isArray(value)) return value[Number(isObject(key) ? Number.NaN : measured(key))] ?? null;
  if (isObject(key)) return null;
  const name = String(measured(key));
  return isObject(value) && Object.hasOwn(value, name) ? (value[name] ?? null) : null;
}

/** The cost of inspecting all steps, in elements. */
const stepItems = 10;

/** Returns a step by id, including those of enclosing scopes: `steps` objects inherit only from each other. */
function step(steps: unknown, id: unknown): unknown {
  spend(stepItems);
  return look(guarded((unguarded(steps) as Record<string, unknown> | null)?.[String(id)] ?? null));
}

/**
 * Returns what a comprehension iterates over: a list, or the keys of an object; null is an empty list. `weight`: the
 * cost per element.
 */
function list(value: unknown, weight: unknown): unknown {
  if (value === null) return [];
  if (isObject(value)) {
    spend(1 + lookItems(value));
    if (!Array.isArray(value)) {
      const names = Object.keys(unguarded(value));
      spend(Number(weight) * names.length);
      return names;
    }
    spend(Number(weight) * value.length);
    for (const item of value) if (isObject(item)) spend(Number(weight) * lookItems(item));
    return unguarded(value).map(guarded);
  }
  return value;
}

/** Builds an object from alternating names and values. The library would omit fields named like those of prototypes. */
function objectOf(pairs: unknown[]): unknown {
  spend(pairs.length);
  const fields: [string, unknown][] = [];
  for (let i = 0; i < pairs.length; i += 2) {
    const name = pairs[i];
    if (isObject(name) || name === null) {
      throw new ExpressionError('a field name must be a text, a number or a boolean');
    }
    fields.push([String(measured(name)), pairs[i + 1]]);
  }
  return guarded(Object.fromEntries(fields));
}

/** Counts the size of an operand of `+` or of a comparison. null beside a text is an empty text. */
function sized(value: unknown): unknown {
  if (Array.isArray(value)) spend(value.length);
  else if (typeof value === 'string') {
    if (value.length > textCharactersMax) throw tooLong();
    spend(value.length / 256);
  }
  return value;
}

function tooLong(): ExpressionError {
  return new ExpressionError(`produces a text of more than ${textCharactersMax} characters`);
}

/** Evaluates a condition: null is false; anything but a boolean is an error. */
function isTrue(value: unknown): boolean {
  if (value === null) return false;
  if (typeof value === 'boolean') return value;
  throw new ExpressionError('a condition must be true or false; compare the value with something');
}

/** Compares JSON values. Values of different kinds are unequal. */
function equal(one: unknown, other: unknown): boolean {
  const a = unguarded(one);
  const b = unguarded(other);
  spend(1 + lookItems(a) + lookItems(b));
  if (typeof a === 'string' && typeof b === 'string' && a.length === b.length) spend(a.length / 256);
  if (a === b) return true;
  if (isNumber(a) && isNumber(b)) return Number(a) === Number(b);
  if (!isObject(a) || !isObject(b)) return false;
  if (a instanceof Date || b instanceof Date) return a.valueOf() === b.valueOf();
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a) && Array.isArray(b) && a.length !== b.length) return false;
  const keys = Object.keys(a);
  spend(keys.length / 4);
  if (keys.length === 0 && !isPlain(a)) return String(a) === String(b);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]));
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function isPlain(value: object): boolean {
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}

/** Returns whether the first is an element of a list, a key of an object, or part of a text. */
function within(item: unknown, whole: unknown): boolean {
  look(whole);
  const fields = unguarded(whole);
  if (Array.isArray(whole)) {
    spend(whole.length);
    return whole.some((one) => equal(one, item));
  }
  if (typeof whole === 'string') {
    return typeof item === 'string' && String(sought(whole, 'contains')).includes(item);
  }
  return isObject(fields) && !isObject(item) && Object.hasOwn(fields, String(measured(item)));
}

function parsed(text: string): unknown {
  spend(text.length / 8);
  if (isNestedTooDeep(text)) {
    throw new ExpressionError(`parseJson() was given a value nested more than ${nestingMax} deep`);
  }
  try {
    return guarded(JSON.parse(text));
  } catch {
    throw new ExpressionError('parseJson() was given invalid JSON');
  }
}

const numbers: Record<string, (a: number, b: number) => number> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};

/**
 * Returns the CEL environment. JSON has one kind of number, so integers and decimals may be mixed.
 * Comparisons with null are false, and null beside a text is an empty text. Functions that begin with `__` implement
 * operators and cannot be called by name.
 */
export function celEnvironment(): Environment {
  const options = { unlistedVariablesAreDyn: true, homogeneousAggregateLiterals: false };
  const limits = { maxAstNodes: 2_000, maxDepth: 200 };
  const environment = new Environment({ ...options, limits });
  const define = (signature: string, handler: (...values: never[]) => unknown) =>
    environment.registerFunction(signature, handler as (...values: unknown[]) => unknown, { async: false });
  define('__at(dyn, dyn): dyn', at);
  define('__step(dyn, dyn): dyn', step);
  define('__list(dyn, int): dyn', list);
  define('__joined(dyn): dyn', joined);
  define('__object(list): dyn', objectOf);
  define('__measured(dyn): dyn', measured);
  define('__brief(dyn): dyn', brief);
  define('__zone(dyn): dyn', zone);
  define('__sized(dyn): dyn', sized);
  define('__text(dyn, string): dyn', sought);
  define('__true(dyn): bool', isTrue);
  define('__equal(dyn, dyn): bool', equal);
  define('__in(dyn, dyn): bool', within);
  define('json(dyn): string', jsonText);
  define('parseJson(string): dyn', parsed);
  define('timestamp(google.protobuf.Timestamp): google.protobuf.Timestamp', (value: unknown) => value);
  define('size(null): int', () => 0n);
  define('string(null): string', () => '');
  for (const [operator, run] of Object.entries(numbers)) {
    const both = (a: unknown, b: unknown) => run(Number(a), Number(b));
    environment.registerOperator(`double ${operator} int`, both);
    environment.registerOperator(`int ${operator} double`, both);
  }
  environment.registerOperator('double % double', (a, b) => a % b);
  for (const operator of ['<', '<=', '>', '>=']) {
    for (const type of ['int', 'double', 'string', 'google.protobuf.Timestamp']) {
      environment.registerOperator(`null ${operator} ${type}`, () => false);
      environment.registerOperator(`${type} ${operator} null`, () => false);
    }
    environment.registerOperator(`null ${operator} null`, () => false);
  }
  environment.registerOperator('string + null', (text) => text);
  environment.registerOperator('null + string', (_none, text) => text);
  return environment;
}

function jsonText(value: unknown): string {
  const text = JSON.stringify(plain(value));
  if (text.length > textCharactersMax) throw tooLong();
  return text;
}

/** Converts integers and durations throughout a value to JSON numbers. */
function plain(shown: unknown): unknown {
  const value = unguarded(shown);
  spend(typeof value === 'string' ? 1 + value.length / 32 : 1);
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value) || value instanceof Date) return value;
  // A duration in seconds, as everywhere.
  if (!isPlain(value)) return Number(value.valueOf()) / 1000;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}
