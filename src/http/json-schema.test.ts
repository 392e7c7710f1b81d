import { expect, it } from 'vitest';
import { typeOfJsonSchema } from './json-schema.ts';

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
])('no regular expression is run: %s', (_, schema, value) => {
  expect(typeOfJsonSchema(schema as Record<string, unknown>)?.safeParse(value).success).toBe(true);
});

it('everything else is held to', () => {
  const schema = {
    type: 'object',
    properties: { pattern: { type: 'string' }, n: { $ref: '#/$defs/n' } },
    required: ['n'],
    $defs: { n: { type: 'integer' } },
  };
  const check = (value: unknown) => typeOfJsonSchema(schema)?.safeParse(value).success;
  expect([{ pattern: 'x', n: 1 }, { n: 'x' }, { pattern: 1, n: 1 }, {}].map(check)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

it('what cannot be understood, refers to itself or grows without measure is not checked', () => {
  const choices: Record<string, unknown> = { d0: { type: 'string' } };
  for (let n = 1; n < 40; n++) {
    choices[`d${n}`] = { anyOf: [{ $ref: `#/$defs/d${n - 1}` }, { $ref: `#/$defs/d${n - 1}` }] };
  }
  const schemas = [
    { type: 'object', if: {}, else: {} },
    { $ref: '#/nowhere' },
    { anyOf: [{ $ref: '#' }, { type: 'string' }] },
    { $ref: '#/$defs/d39', $defs: choices },
  ];
  expect(schemas.map((schema) => typeOfJsonSchema(schema))).toEqual([null, null, null, null]);
});
