import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileExpression } from './expression.ts';

/** Names that every object inherits from its prototype. */
const names = [
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'prototype',
  'toJSON',
  '__proto__',
  'name',
];

/** Generates JSON with such field names at any depth, as text, because only JSON can have a field `__proto__`. */
const value = fc
  .letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      { weight: 1, arbitrary: fc.constantFrom<unknown>(null, true, 1, 'text', '') },
      { weight: 3, arbitrary: tie('object') },
      { weight: 2, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
    ),
    object: fc
      .array(fc.tuple(fc.constantFrom(...names), tie('value')), { maxLength: 4 })
      .map((fields) => Object.fromEntries(fields)),
  }))
  .object.map((object) => JSON.parse(JSON.stringify(object)) as Record<string, unknown>);

const run = (text: string, input: unknown, more: object = {}) =>
  compileExpression(text).evaluate({ input, vars: {}, ...more });

test('reads a field by its name, whatever it is called', () => {
  fc.assert(
    fc.property(value, fc.constantFrom(...names), fc.constantFrom(...names), (input, first, second) => {
      const own = (object: unknown, name: string) =>
        typeof object === 'object' && object !== null && !Array.isArray(object) && Object.hasOwn(object, name)
          ? (object as Record<string, unknown>)[name]
          : null;
      const wanted = own(own(input, first), second);
      expect(run(`input["${first}"]["${second}"]`, input)).toEqual(wanted);
      expect(run(`"${first}" in input`, input)).toBe(Object.hasOwn(input, first));
      expect(run(`has(input.${first === '__proto__' ? 'name' : first})`, input)).toBe(
        own(input, first === '__proto__' ? 'name' : first) !== null,
      );
      if (first === '__proto__') return;
      expect(run(`vars.${first}`, {}, { vars: input })).toEqual(own(input, first));
    }),
  );
});

test('keeps a value unchanged through all operations', () => {
  fc.assert(
    fc.property(value, (input) => {
      const text = JSON.stringify(input);
      const same = (expression: string) =>
        expect([expression, JSON.stringify(run(expression, input))]).toEqual([expression, text]);
      for (const expression of ['input', 'true ? input : null', '[input][0]', '[input].map(x, x)[0]'])
        same(expression);
      same('[input].filter(x, x == input)[0]');
      same('({"constructor": input}).constructor');
      same('parseJson(json(input))');
      same('[[input]].map(x, x[0])[0]');
      expect(run('json(input)', input)).toBe(text);
      expect(run('input == parseJson(json(input))', input)).toBe(true);
      expect(run('size(input) == input.size() && size(input) == input.map(k, k).size()', input)).toBe(true);
      expect(run('size(input)', input)).toBe(Object.keys(input).length);
      expect(run('input.map(k, input[k])', input)).toEqual(Object.values(input));
      expect(run('steps.a.output', {}, { steps: stepsWith(input) })).toEqual(input);
    }),
  );
});

function stepsWith(output: unknown): object {
  return Object.assign(Object.create(null), { a: { output, status: 'completed', error: null } });
}

test('allows a step named like an inherited field', () => {
  const steps = Object.assign(Object.create(null), {
    constructor: { output: { constructor: 1 }, status: 'completed', error: null },
  });
  expect(run('steps.constructor.output.constructor', {}, { steps })).toBe(1);
  expect(run('input.name', { name: 'x' }, { steps })).toBe('x');
});

test('writes an object with a field of any name', () => {
  expect(run('{"constructor": 1, "toString": 2, "a": {"prototype": 3}}', {})).toEqual({
    ...{ constructor: 1, toString: 2, a: { prototype: 3 } },
  });
  expect(() => run('{[1]: 2}', {})).toThrow('a field name must be a text');
});

test('reads a variable that was added later', () => {
  const vars: Record<string, unknown> = { a: 1 };
  expect(run('vars.a', {}, { vars })).toBe(1);
  Object.assign(vars, { constructor: 'b' });
  expect(run('vars.constructor', {}, { vars })).toBe('b');
});
