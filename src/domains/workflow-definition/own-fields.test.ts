import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileExpression } from './expression.ts';

/** Names that objects have without having such fields. */
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

/** JSON in which fields have such names, however deep; by its text, as `__proto__` is a field in JSON alone. */
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

test('a field is read by its name, whatever it is called', () => {
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

test('a value stays what it is, whatever is done with it', () => {
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

test('a step may be called as a field of every object is', () => {
  const steps = Object.assign(Object.create(null), {
    constructor: { output: { constructor: 1 }, status: 'completed', error: null },
  });
  expect(run('steps.constructor.output.constructor', {}, { steps })).toBe(1);
  expect(run('input.name', { name: 'x' }, { steps })).toBe('x');
});

test('an object is written with a field of any name', () => {
  expect(run('{"constructor": 1, "toString": 2, "a": {"prototype": 3}}', {})).toEqual({
    ...{ constructor: 1, toString: 2, a: { prototype: 3 } },
  });
  expect(() => run('{[1]: 2}', {})).toThrow('a field is named by a text');
});

test('a variable that comes to be is read', () => {
  const vars: Record<string, unknown> = { a: 1 };
  expect(run('vars.a', {}, { vars })).toBe(1);
  Object.assign(vars, { constructor: 'b' });
  expect(run('vars.constructor', {}, { vars })).toBe('b');
});
