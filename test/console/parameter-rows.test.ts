import { expect, test } from 'vitest';
import { argumentsOf } from '../../console/src/features/agents/tools/arguments.ts';
import {
  rowsOf,
  rowsProblem,
  schemaOf,
  withRows,
} from '../../console/src/features/json-text/parameter-rows.ts';

const address = { type: 'object', properties: { street: { type: 'string' } }, required: ['street'] };
const schema = {
  type: 'object',
  properties: {
    size: { type: 'string', description: 'As the caller says.', enum: ['small', 'large'] },
    count: { type: 'integer' },
    to: address,
    lines: { type: 'array', items: address },
    tags: { type: 'array', items: { type: 'string' } },
  },
  required: ['size', 'to', 'lines'],
};

test('a schema of texts, numbers, objects and lists becomes rows and back', () => {
  const rows = rowsOf(schema)!;
  expect(rows.map(({ name, type, isRequired }) => [name, type, isRequired])).toEqual([
    ['size', 'string', true],
    ['count', 'integer', false],
    ['to', 'object', true],
    ['lines', 'array', true],
    ['tags', 'array', false],
  ]);
  expect(schemaOf(rows)).toEqual(schema);
  expect(rowsOf({ type: 'object' })).toEqual([]);
});

test.each([
  ['a pattern', 'string', { code: { type: 'string', pattern: '^[0-9]{4}$' } }],
  ['numbers to choose from', 'integer', { code: { type: 'integer', enum: [1, 2] } }],
  [
    'bounds in a list',
    'array',
    { code: { type: 'array', items: { type: 'number', minimum: 1 }, maxItems: 3 } },
  ],
  ['an object that is closed', 'object', { code: { ...address, additionalProperties: false } }],
  ['a list of lists', 'other', { code: { type: 'array', items: { type: 'array' } } }],
  ['two types', 'other', { code: { type: ['string', 'null'], description: 'If any.' } }],
])('a schema with %s keeps it in the form', (_, type, properties) => {
  const whole = { type: 'object', title: 'Order', additionalProperties: false, properties };
  const rows = rowsOf(whole)!;
  expect(rows.map((row) => row.type)).toEqual([type]);
  expect(withRows(whole, rows)).toEqual(whole);
  // It also stays when another part is changed.
  const renamed = withRows(whole, [{ ...rows[0]!, name: 'number', isRequired: true }]);
  expect(renamed).toEqual({ ...whole, properties: { number: properties.code }, required: ['number'] });
});

test('a schema of another type has no rows, and a required name without a schema is a row', () => {
  expect(rowsOf({ type: 'array', items: {} })).toBeNull();
  expect(schemaOf(rowsOf({ required: ['id'] })!)).toEqual({
    ...{ type: 'object', properties: { id: {} }, required: ['id'] },
  });
});

test('names are given once', () => {
  const [row] = rowsOf(schema)!;
  expect(rowsProblem([row!, row!])).toBe('The parameter size is listed twice.');
  expect(rowsProblem([{ ...row!, name: '' }])).toBe('Each parameter needs a name.');
  expect(rowsProblem([{ ...row!, name: '' }], 'field')).toBe('Each field needs a name.');
});

test('sample arguments have the types of the parameters', () => {
  const values = {
    size: 'large',
    count: '2',
    to: { street: 'Main St' },
    lines: { street: 'x' },
    tags: ['a'],
  };
  expect(argumentsOf(rowsOf(schema)!, values)).toEqual({
    ...{ size: 'large', count: 2, to: { street: 'Main St' } },
    ...{ lines: [{ street: 'x' }], tags: ['a'] },
  });
  expect(argumentsOf(rowsOf(schema)!, {})).toEqual({ size: '', to: { street: '' }, lines: [] });
});
