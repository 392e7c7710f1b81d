import { expect, it } from 'vitest';
import { z } from 'zod';
import { schemaProblem } from './json-schema.ts';

const slow = '^(a+)+$';
/** Run by a slow expression, it would take years. */
const hostile = `${'a'.repeat(50)}!`;

it.each<[string, object, unknown]>([
  ['in a property', { type: 'object', properties: { a: { type: 'string', pattern: slow } } }, { a: hostile }],
  [
    'in a list in a choice',
    { anyOf: [{ type: 'array', items: { type: 'string', pattern: slow } }, { type: 'null' }] },
    [hostile],
  ],
  ['in a list of one', { type: 'string', pattern: [[slow]] }, hostile],
  ['of names', { type: 'object', propertyNames: { type: 'string', pattern: slow } }, { [hostile]: 1 }],
  [
    'of properties',
    { type: 'object', patternProperties: { [slow]: { type: 'string' } } },
    { [hostile]: 'x' },
  ],
  [
    'that is referred to',
    { type: 'array', items: { $ref: '#/$defs/a' }, $defs: { a: { type: 'string', pattern: slow } } },
    [hostile],
  ],
])('runs no regular expression: %s', (_, schema, value) => {
  expect(schemaProblem(schema as Record<string, unknown>, value)).toBeNull();
});

it('checks all other keywords', () => {
  const schema = {
    type: 'object',
    properties: { pattern: { type: 'string' }, n: { $ref: '#/$defs/n' } },
    required: ['n'],
    $defs: { n: { type: 'integer' } },
  };
  const isRight = (value: unknown) => schemaProblem(schema, value) === null;
  expect([{ pattern: 'x', n: 1 }, { n: 'x' }, { pattern: 1, n: 1 }, {}].map(isRight)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(schemaProblem(schema, { n: 'x' })).toMatch(/^n: /);
  expect(schemaProblem(schema, 'x')).toMatch(/^the whole: /);
});

/** Definitions of which each takes the one before twice. `place`: what references add to the name. */
function doubling(count: number, place = ''): Record<string, unknown> {
  const definitions: Record<string, unknown> = { d0: { type: 'string' } };
  for (let n = 1; n < count; n++) {
    const before = { $ref: `#/$defs/d${n - 1}${place}` };
    definitions[`d${n}`] = { anyOf: [before, before] };
  }
  return definitions;
}

function typesInTypes(depth: number, name = 'a'): Record<string, unknown> {
  const inner = depth === 1 ? { type: 'string' } : typesInTypes(depth - 1, name);
  return { type: ['object', 'object'], properties: { [name]: inner } };
}

it.each<[string, Record<string, unknown>]>([
  ['cannot be understood', { type: 'object', if: {}, else: {} }],
  ['refers to nothing', { $ref: '#/nowhere' }],
  ['refers to itself', { anyOf: [{ $ref: '#' }, { type: 'string' }] }],
  ['refers to itself in another way', { anyOf: [{ $ref: '#//' }, { type: 'string' }] }],
  ['grows without measure', { $ref: '#/$defs/d39', $defs: doubling(40) }],
  ['grows by references into definitions', { $ref: '#/$defs/d39/x', $defs: doubling(40, '/x') }],
  ['grows by definitions of another name', { $ref: '#/$defs/d39', definitions: doubling(40) }],
  ['has several types within several types', typesInTypes(40)],
  ['has them in properties that are called as definitions are', typesInTypes(14, 'definitions')],
])('checks nothing by a schema that %s', (_, schema) => {
  expect(schemaProblem(schema, [1])).toBeNull();
});

it('does not read names of properties as keywords', () => {
  const properties = { $defs: { type: 'string' }, $ref: { type: 'string' }, type: { type: 'number' } };
  const schema = { type: 'object', properties, $defs: { unused: { $ref: '#/nowhere' } } };
  expect(schemaProblem(schema, { $defs: 'x', $ref: 'x', type: 1 })).toBeNull();
  expect(schemaProblem(schema, { $defs: 1 })).toMatch(/^\$defs: /);
});

it('refuses a value that would take too many checks without checking it', () => {
  const choices = Array.from({ length: 1000 }, () => ({ type: 'null' }));
  const numbers = Array.from({ length: 10_000 }, () => 1);
  const tooMuch = 'the whole: has more than can be checked by its JSON Schema';
  expect(schemaProblem({ type: 'array', items: { anyOf: choices } }, numbers)).toBe(tooMuch);
  expect(schemaProblem({ type: 'array', items: { enum: [...numbers.slice(0, 500)] } }, numbers)).toBe(
    tooMuch,
  );
  expect(schemaProblem({ type: 'array', items: { type: 'number' } }, numbers)).toBeNull();
  const names = { type: 'object', additionalProperties: { allOf: choices } };
  expect(schemaProblem(names, Object.fromEntries(numbers.map((_, n) => [n, 1])))).toBe(tooMuch);
});

it('checks a large value by its schema', () => {
  const schema = {
    type: 'array',
    items: {
      type: 'object',
      properties: { id: { type: 'string' }, n: { type: 'integer' } },
      required: ['id'],
    },
  };
  const rows = Array.from({ length: 10_000 }, (_, n) => ({ id: `row-${n}`, n }));
  expect(schemaProblem(schema, rows)).toBeNull();
  expect(schemaProblem(schema, [...rows, { id: 1 }])).toMatch(/^10000\.id: /);
});

it('does not register the id of a schema', () => {
  expect(schemaProblem({ type: 'number', id: 'a schema of somebody' }, 1)).toBeNull();
  expect([...z.globalRegistry._idmap.keys()]).not.toContain('a schema of somebody');
});

it.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf'])('accepts a property named %s', (name) => {
  const properties = {
    [name]: { type: 'string' },
    inner: { type: 'object', properties: { [name]: { type: 'null' } } },
  };
  const schema = { type: 'object', properties };
  expect(schemaProblem(schema, { inner: {} })).toBeNull();
  expect(schemaProblem(schema, { [name]: 'a', inner: { [name]: null } })).toBeNull();
  expect(schemaProblem(schema, { [name]: 1 })).toMatch(`${name}: `);
  expect(schemaProblem(schema, { inner: { [name]: 1 } })).toMatch(`inner.${name}: `);
  expect(schemaProblem({ ...schema, required: [name] }, {})).toMatch(`${name}: `);
  const records = { type: 'object', additionalProperties: { type: 'object', properties } };
  expect(schemaProblem(records, { [name]: {} })).toBeNull();
});
