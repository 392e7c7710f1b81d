import fc from 'fast-check';
import { plausible } from './plausible.ts';

export type JsonSchema = Record<string, unknown>;

/** The schemas of `$ref`, by name. */
export type Components = Record<string, JsonSchema>;

/**
 * Returns values for a JSON schema of the OpenAPI document, mostly valid ones. `plausible` supplies rules that the
 * schema does not contain (time zones, hosts), by the name of the field.
 */
export function arbitraryOf(schema: JsonSchema, components: Components, name = ''): fc.Arbitrary<unknown> {
  const special = plausible[name];
  if (special) return special;
  if (typeof schema.$ref === 'string') return referenced(schema.$ref.split('/').at(-1)!, components, name);
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const branches = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (branches) return fc.oneof(...branches.map((branch) => arbitraryOf(branch, components, name)));
  switch (schema.type) {
    case 'string':
      return stringOf(schema);
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return arrayOf(schema, components, name);
    case 'object':
      return objectOf(schema, components);
    default:
      return fc.jsonValue({ maxDepth: 3 });
  }
}

/** Recursive schemas are followed once. Deeper values are arbitrary. */
const open: string[] = [];
function referenced(id: string, components: Components, name: string): fc.Arbitrary<unknown> {
  if (open.filter((one) => one === id).length > 1) return fc.jsonValue({ maxDepth: 1 });
  open.push(id);
  const arbitrary = arbitraryOf(components[id]!, components, name);
  open.pop();
  return arbitrary;
}

const ofPatterns = new Map<string, fc.Arbitrary<string>>();

/** Returns texts that match a pattern. Making one takes fast-check milliseconds, and hundreds of schemas have the same. */
export function matching(pattern: string): fc.Arbitrary<string> {
  const known = ofPatterns.get(pattern) ?? fc.stringMatching(new RegExp(pattern));
  ofPatterns.set(pattern, known);
  return known;
}

const dateTimes = fc
  .date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true })
  .map((date) => date.toISOString());

function stringOf({ format, minLength = 0, maxLength, pattern }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'date-time') return dateTimes;
  if (typeof pattern === 'string') return matching(pattern);
  const longest = Math.min(Number(maxLength ?? 60), 60);
  const text = fc.string({ unit: 'grapheme', minLength: Number(minLength), maxLength: longest });
  // Lengths at the limit find off-by-one errors.
  return typeof maxLength === 'number' && maxLength <= 20_000
    ? fc.oneof({ weight: 9, arbitrary: text }, { weight: 1, arbitrary: fc.constant('x'.repeat(maxLength)) })
    : text;
}

function numberOf({ type, minimum, maximum }: JsonSchema): fc.Arbitrary<number> {
  const min = Number(minimum ?? -1000);
  const max = Number(maximum ?? 1000);
  const edges = fc.constantFrom(min, max);
  const inside = type === 'integer' ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });
  return fc.oneof({ weight: 3, arbitrary: inside }, { weight: 1, arbitrary: edges });
}

function arrayOf(
  { items, minItems = 0, maxItems = 4 }: JsonSchema,
  components: Components,
  name: string,
): fc.Arbitrary<unknown> {
  const element = arbitraryOf((items ?? {}) as JsonSchema, components, `${name}[]`);
  const [minLength, maxLength] = [
    Number(minItems),
    Math.max(Number(minItems), Math.min(Number(maxItems), 4)),
  ];
  return fc.array(element, { minLength, maxLength });
}

/** The most optional fields that an object has at once in most cases. */
const fewFields = 4;

function objectOf(schema: JsonSchema, components: Components): fc.Arbitrary<unknown> {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const required = (schema.required ?? []) as string[];
  const record = (fields: readonly [string, JsonSchema][]) => {
    const values = fields.map(([name, property]) => [name, arbitraryOf(property, components, name)] as const);
    const requiredKeys = required.filter((name) => fields.some(([field]) => field === name));
    const whole = fc.record(Object.fromEntries(values), { requiredKeys });
    const optional = values.map(([name]) => name).filter((name) => !requiredKeys.includes(name));
    if (optional.length <= fewFields) return whole;
    // Half of many fields contain nearly always one that is refused. What is accepted reaches further.
    const few = fc.subarray(optional, { maxLength: fewFields }).chain((chosen) => {
      const given = values.filter(([name]) => requiredKeys.includes(name) || chosen.includes(name));
      return fc.record(Object.fromEntries(given));
    });
    return fc.oneof({ weight: 2, arbitrary: few }, { weight: 1, arbitrary: whole });
  };
  const all = Object.entries(properties);
  // A deprecated field may contradict the one in its place.
  const current = all.filter(([, { deprecated }]) => deprecated !== true);
  const known =
    current.length === all.length
      ? record(all)
      : fc.oneof({ weight: 9, arbitrary: record(current) }, { weight: 1, arbitrary: record(all) });
  const others = schema.additionalProperties;
  if (others === undefined || others === false) return known;
  const free = fc.dictionary(plausible.variableName as fc.Arbitrary<string>, fc.jsonValue({ maxDepth: 2 }), {
    maxKeys: 4,
  });
  return fc.tuple(known, free).map(([own, more]) => ({ ...more, ...own }));
}
