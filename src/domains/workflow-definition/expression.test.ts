import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileExpression, ExpressionError, sharingItems } from '../../platform/expressions/index.ts';
import { expressionOf, fillText, fillValue } from './index.ts';

const scope = {
  input: {
    count: 5,
    half: 2.5,
    name: 'Ada',
    list: [1, 2, 3],
    people: [
      { name: 'Ada', admin: true },
      { name: 'Bo', admin: false },
    ],
    nothing: null,
    flag: true,
  },
  steps: Object.assign(Object.create(null), { charge: { output: { id: 'ch_1' }, error: null } }),
  vars: { tier: 'gold' },
  run: { id: 'run_1' },
  now: new Date('2026-11-21T20:00:00Z'),
};
const evaluate = (text: string) => compileExpression(text).evaluate(scope);

describe('an expression', () => {
  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('rejects the name %s', (text) => {
    expect(() => evaluate(text)).toThrow(ExpressionError);
  });

  it.each<[string, unknown]>([
    ['input.count + 1', 6],
    ['1 + input.half * 2', 6],
    ['input.count / 2', 2.5],
    ['input.count % 2', 1],
    ['7 / 2', 3],
    ['-input.count', -5],
    ['input.count >= 5 && input.name == "Ada"', true],
    ['input.count == 5.0', true],
    ['input.count == "5"', false],
    ['input.list[1]', 2],
    ['input["name"]', 'Ada'],
    ['steps.charge.output.id', 'ch_1'],
    ['steps["charge"].output.id', 'ch_1'],
    ['input.people.filter(p, p.admin).map(p, p.name)', ['Ada']],
    ['input.people.map(p, p.admin, p.name)', ['Ada']],
    ['input.people.exists(p, p.name == "Bo")', true],
    ['input.list.all(n, n > 0)', true],
    ['input.list.exists_one(n, n == 2)', true],
    ['2 in input.list', true],
    ['"name" in input', true],
    ['input.list + [4]', [1, 2, 3, 4]],
    ['size(input.list) == 3 ? "three" : 0', 'three'],
    ['input.list.size()', 3],
    ['{"a": input.count, "b": [input.name]}', { a: 5, b: ['Ada'] }],
    ['{"a": 1} == {"a": 1.0}', true],
    ['"Hello " + input.name', 'Hello Ada'],
    ['input.name.upperAscii().contains("D")', true],
    ['["a", "b"].join("-")', 'a-b'],
    ['string(input.count) + "!"', '5!'],
    ['json(input.list)', '[1,2,3]'],
    ['parseJson("{\\"a\\":[1]}").a', [1]],
    ['now', '2026-11-21T20:00:00.000Z'],
    ['now + duration("90m")', '2026-11-21T21:30:00.000Z'],
    ['duration("90m")', 5400],
    ['json({"a": duration("1.5s"), "b": now})', '{"a":1.5,"b":"2026-11-21T20:00:00.000Z"}'],
    ['timestamp(now) == now', true],
    ['"x".lastIndexOf("x")', 0],
    ['now.getHours("Europe/Berlin")', 21],
    ['now > timestamp("2026-01-01T00:00:00Z")', true],
  ])('%s', (text, value) => {
    expect(evaluate(text)).toEqual(value);
  });

  it.each<[string, unknown]>([
    ['input.missing', null],
    ['input.missing.deeper[3].still', null],
    ['input.nothing.x', null],
    ['input.list[9]', null],
    ['input.name.x', null],
    ['input.constructor', null],
    ['input.__proto__', null],
    ['input.missing == null', true],
    ['has(input.missing)', false],
    ['has(input.a.b)', false],
    ['has(input.name)', true],
    ['input.missing > 3', false],
    ['3 > input.missing', false],
    ['"Hello " + input.missing', 'Hello '],
    ['input.missing + "!"', '!'],
    ['!input.missing', true],
    ['input.missing && true', false],
    ['input.missing ? 1 : 2', 2],
    ['input.missing.contains("x")', false],
    ['input.missing.map(x, x)', []],
    ['size(input.missing)', 0],
    ['string(input.missing)', ''],
    ['1 in input.missing', false],
  ])('treats missing values as empty: %s', (text, value) => {
    expect(evaluate(text)).toEqual(value);
  });

  it.each([
    ['input.count +', 'token'],
    ['', 'empty'],
    ['x'.repeat(2001), '2000 characters'],
    ['input.name.matches("(a+)+$")', 'regular expressions'],
    ['cel.bind(a, 1, a)', 'no function .bind()'],
    ['foo(1)', 'no function foo()'],
    ['input.list.map(1, 2)', 'iteration variable'],
    ['steps', 'steps.<id>'],
    ['b"abc"', 'bytes are not supported'],
    ['steps[input.name]', 'steps.<id>'],
    ['__at(input, "a")', 'no function __at()'],
    ['__x', 'not allowed as a name'],
    ['input.?a', 'Expected IDENTIFIER'],
    ['1.map(a, [1].map(b, [1].map(c, [1].map(d, d))))', '3 deep'],
  ])('is rejected when it is compiled: %s', (text, words) => {
    expect(() => compileExpression(text)).toThrow(ExpressionError);
    expect(() => compileExpression(text)).toThrow(words);
  });

  it.each([
    ['input.count + "a"', 'no such overload'],
    ['input.name ? 1 : 2', 'true or false'],
    ['input.count + input.missing', 'no such overload'],
    ['parseJson("{")', 'invalid JSON'],
    ['timestamp("yesterday")', 'ISO 8601'],
    ['1 / 0', 'zero'],
  ])('fails with a message when it is evaluated: %s', (text, words) => {
    expect(() => evaluate(text)).toThrow(ExpressionError);
    expect(() => evaluate(text)).toThrow(words);
  });

  it('is stopped before it takes long or becomes large', () => {
    const list = Array.from({ length: 1000 }, (_, i) => i);
    const big = (text: string) => () =>
      compileExpression(text).evaluate({ input: { list, text: 'x'.repeat(200_000) } });
    expect(big('input.list.map(a, input.list.map(b, input.list.map(c, c)))')).toThrow('50000 elements');
    expect(big(`${'input.list + '.repeat(50)}[1]`)).toThrow('50000 elements');
    expect(big('input.list.map(a, a, input.list)')).toThrow(/true or false/);
    expect(big('input.list.map(a, input.list)')).toThrow('50000 values');
    expect(big('input.text + input.text + input.text + "x"')).toThrow('262144 characters');
  });

  it.each([
    'input.list.map(x, parseJson(input.json).size()).size()',
    'input.list.map(x, input.text.split("").size()).size()',
    'input.list.map(x, input.text.lowerAscii() == "a").size()',
    'input.list.map(x, input.text.contains("b")).size()',
    'input.list.map(x, input.text.lastIndexOf("ab")).size()',
    'input.list.map(x, input.text.trim().size()).size()',
    'input.list.map(x, size(input.object)).size()',
    'input.list.map(x, json(input.object)).size()',
    'input.few.map(x, input.object == input.object).size()',
    'input.few.map(x, input.object).map(y, y).size()',
    'input.list.map(x, input.text < input.text).size()',
    'input.list.map(x, "b" in input.text).size()',
    'input.list.map(x, input.texts.join(",").size()).size()',
    'input.list.map(x, double(input.digits)).size()',
    'input.list.map(x, now.getHours("Europe/Berlin")).size()',
    `input.list.map(x, [${'1,'.repeat(900)}1].size()).size()`,
  ])('counts the work of texts, objects and clocks: %s', (text) => {
    const list = Array.from({ length: 20_000 }, (_, i) => i);
    const object = Object.fromEntries(list.slice(0, 10_000).map((i) => [`k${i}`, i]));
    const input = {
      list,
      few: list.slice(0, 1000),
      object,
      text: 'a'.repeat(200_000),
      texts: list.map(String),
    };
    const json = `[${'1,'.repeat(60_000)}1]`;
    const given = { input: { ...input, json, digits: '1'.repeat(100_000) }, now: new Date(0) };
    expect(() => compileExpression(text).evaluate(given)).toThrow('50000 elements');
  });

  it('shares the work limit with the other expressions of a step', () => {
    const input = { list: Array.from({ length: 20_000 }, (_, i) => i) };
    const template = Array.from({ length: 3 }, () => '{{ input.list.map(x, x).size() }}');
    expect(fillValue(template, { input })).toEqual([20_000, 20_000, 20_000]);
    expect(() => sharingItems(() => fillValue(template, { input }))).toThrow('50000 elements');
    expect(fillValue(template, { input })).toEqual([20_000, 20_000, 20_000]);
  });

  it('is nested no deeper than a request may be', () => {
    const deep = `${'['.repeat(65)}${']'.repeat(65)}`;
    expect(() => evaluate(`parseJson("${deep}")`)).toThrow('nested more than 64 deep');
    const value = JSON.parse(deep);
    expect(() => compileExpression('[input.value]').evaluate({ input: { value } })).toThrow('64 deep');
  });

  it('reports the names it refers to, without its own', () => {
    const { references } = compileExpression('input.a + steps.one.output.map(x, x + item)[0] + vars.b');
    expect([...references.names].sort()).toEqual(['input', 'item', 'vars']);
    expect([...references.steps]).toEqual(['one']);
  });

  it('of any text either fails as an expression error or yields JSON', () => {
    const words = [
      'input',
      '.',
      'count',
      '[',
      ']',
      '(',
      ')',
      '+',
      '==',
      '"a"',
      '1',
      '{',
      '}',
      ':',
      ',',
      '&&',
      '!',
    ];
    const more = [
      '.map(',
      'x',
      'steps',
      '?',
      'null',
      'now',
      'has(',
      ' in ',
      '-',
      '2.5',
      '\\',
      "'",
      '{{',
      '`',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words, ...more), { maxLength: 12 }), (parts) => {
        try {
          const value = evaluate(parts.join(''));
          expect(JSON.parse(JSON.stringify(value))).toEqual(value);
        } catch (error) {
          expect(error).toBeInstanceOf(ExpressionError);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('a template', () => {
  it.each<[string, unknown]>([
    ['plain', 'plain'],
    ['{{ input.count }}', 5],
    ['{{input.people}}', scope.input.people],
    ['{{ input.missing }}', null],
    ['n: {{ input.count }}', 'n: 5'],
    ['Hello {{ input.name }}{{ input.missing }}!', 'Hello Ada!'],
    ['{{ input.list }} of {{ input.flag }}', '[1,2,3] of true'],
    ['{{ {"a": {"b": 1}} }}', { a: { b: 1 } }],
    ['{{ "}}" + \'{{\' }}.', '}}{{.'],
    ['{ not } an {expression}', '{ not } an {expression}'],
  ])('%s', (text, value) => {
    expect(fillText(text, scope)).toEqual(value);
  });

  it('rejects an unclosed expression', () => {
    expect(() => fillText('Hello {{ input.name', scope)).toThrow('without }}');
    expect(() => fillText('{{ "a }}', scope)).toThrow('without }}');
  });

  it('encodes inserted values and fills texts at any depth', () => {
    expect(fillText('/a/{{ "x/y?" + "z" }}/b', scope, encodeURIComponent)).toBe('/a/x%2Fy%3Fz/b');
    expect(fillValue({ a: ['{{ input.count }}', { b: 'x{{ input.half }}' }], c: null, d: 4 }, scope)).toEqual(
      {
        a: [5, { b: 'x2.5' }],
        c: null,
        d: 4,
      },
    );
  });

  it('may enclose a condition', () => {
    expect(expressionOf('{{ input.flag }}').evaluate(scope)).toBe(true);
    expect(expressionOf(' input.flag ').evaluate(scope)).toBe(true);
  });
});
