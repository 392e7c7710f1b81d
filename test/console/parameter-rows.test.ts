import { expect, test } from 'vitest';
import { argumentsOf } from '../../console/src/features/agents/tools/arguments.ts';
import { rowsOf, rowsProblem, schemaOf } from '../../console/src/features/agents/tools/parameter-rows.ts';

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
  ['a pattern', { code: { type: 'string', pattern: '^[0-9]{4}$' } }],
  ['numbers to choose from', { code: { type: 'integer', enum: [1, 2] } }],
  ['a list of lists', { code: { type: 'array', items: { type: 'array', items: { type: 'string' } } } }],
  ['two types', { code: { type: ['string', 'null'] } }],
])('a schema with %s stays JSON', (_, properties) => {
  expect(rowsOf({ type: 'object', properties })).toBeNull();
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
