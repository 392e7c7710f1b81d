import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { schemaProblem } from './json-schema.ts';
import { checkSteps } from './json-schema-check.ts';
import { readSchema } from './json-schema-reading.ts';

const many = (count: number, make: (n: number) => unknown) =>
  Array.from({ length: count }, (_, n) => make(n));

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
])('runs no regular expression: %s', async (_, schema, value) => {
  expect(await schemaProblem(schema as Record<string, unknown>, value)).toBeNull();
});

it('checks all other keywords', async () => {
  const schema = {
    type: 'object',
    properties: { pattern: { type: 'string' }, n: { $ref: '#/$defs/n' } },
    required: ['n'],
    $defs: { n: { type: 'integer' } },
  };
  const problems = [{ pattern: 'x', n: 1 }, { n: 'x' }, { pattern: 1, n: 1 }, {}, 'x'].map((value) =>
    schemaProblem(schema, value),
  );
  expect(await Promise.all(problems)).toEqual([
    null,
    'n: Invalid input: expected integer, received string',
    'pattern: Invalid input: expected string, received number',
    'n: is required',
    'the whole: Invalid input: expected object, received string',
  ]);
});

it.each<[Record<string, unknown>, right: unknown[], wrong: [value: unknown, place: string][]]>([
  [{ type: ['string', 'null'] }, ['x', null], [[1, 'the whole']]],
  [{ type: 'integer' }, [1, -3], [[1.5, 'the whole']]],
  [
    { type: 'string', minLength: 2, maxLength: 3 },
    ['ab', 'abc'],
    [
      ['a', 'the whole'],
      ['abcd', 'the whole'],
    ],
  ],
  [{ type: 'string', format: 'date' }, ['2026-01-31'], [['31 January', 'the whole']]],
  [
    { type: 'number', minimum: 1, exclusiveMaximum: 3 },
    [1, 2.9],
    [
      [0, 'the whole'],
      [3, 'the whole'],
    ],
  ],
  [{ multipleOf: 0.1 }, [0.3, 'x'], [[0.25, 'the whole']]],
  [
    { enum: ['a', 1, { b: [1], c: 2 }] },
    ['a', 1, { c: 2, b: [1] }],
    [
      ['1', 'the whole'],
      [{ b: [1] }, 'the whole'],
    ],
  ],
  [{ const: null }, [null], [[0, 'the whole']]],
  [
    { type: 'array', items: { type: 'number' }, minItems: 1, maxItems: 2 },
    [[1]],
    [
      [[], 'the whole'],
      [[1, 2, 3], 'the whole'],
      [[1, 'x'], '1'],
    ],
  ],
  [
    { prefixItems: [{ type: 'number' }], items: false },
    [[], [1]],
    [
      [['x'], '0'],
      [[1, 2], '1'],
    ],
  ],
  [{ items: [{ type: 'number' }], additionalItems: { type: 'string' } }, [[1, 'x']], [[[1, 2], '1']]],
  [
    { uniqueItems: true },
    [[1, '1', [1], { a: 1 }]],
    [
      [
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
        '1',
      ],
    ],
  ],
  [
    { contains: { const: 1 }, maxContains: 2 },
    [[1], [1, 2, 1]],
    [
      [[2], 'the whole'],
      [[1, 1, 1], 'the whole'],
    ],
  ],
  [{ additionalProperties: false, properties: { a: true } }, [{}, { a: 1 }], [[{ b: 1 }, 'b']]],
  [{ additionalProperties: { type: 'number' } }, [{ a: 1 }], [[{ a: { b: 1 } }, 'a']]],
  [
    { propertyNames: { maxLength: 1 }, minProperties: 1, maxProperties: 2 },
    [{ a: 1 }],
    [
      [{ ab: 1 }, 'ab'],
      [{}, 'the whole'],
    ],
  ],
  [{ properties: { a: { default: 1 } }, required: ['a'] }, [{}, { a: 2 }], []],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, ['x', null], [[1, 'the whole']]],
  [
    { oneOf: [{ type: 'integer' }, { minimum: 2 }] },
    [1, 2.5],
    [
      [3, 'the whole'],
      [1.5, 'the whole'],
    ],
  ],
  [
    { allOf: [{ required: ['a'] }, { properties: { a: { type: 'string' } } }] },
    [{ a: 'x' }],
    [
      [{}, 'a'],
      [{ a: 1 }, 'a'],
    ],
  ],
  [{ not: { type: 'string' } }, [1], [['x', 'the whole']]],
])('checks a value by %j', async (schema, right, wrong) => {
  for (const value of right) expect(await schemaProblem(schema, value)).toBeNull();
  for (const [value, place] of wrong) expect(await schemaProblem(schema, value)).toMatch(`${place}: `);
});

it('checks a value by a schema that refers to itself', async () => {
  const tree = {
    type: 'object',
    properties: { name: { type: 'string' }, inner: { type: 'array', items: { $ref: '#' } } },
    required: ['name'],
  };
  expect(await schemaProblem(tree, { name: 'a', inner: [{ name: 'b', inner: [{ name: 'c' }] }] })).toBeNull();
  expect(await schemaProblem(tree, { name: 'a', inner: [{ name: 'b', inner: [{}] }] })).toBe(
    'inner.0.inner.0.name: is required',
  );
});

it('checks a property that is called as a keyword is', async () => {
  for (const name of ['patternProperties', 'pattern', 'if', '$ref', 'enum']) {
    const schema = { type: 'object', properties: { [name]: { type: 'string' } }, required: [name] };
    expect(await schemaProblem(schema, { [name]: 'x' })).toBeNull();
    expect(await schemaProblem(schema, { [name]: 1 })).toMatch(`${name}: `);
  }
});

it('accepts other fields beside patterns, which are not run', async () => {
  const schema = { type: 'object', patternProperties: { [slow]: {} }, additionalProperties: false };
  expect(await schemaProblem(schema, { x: 1 })).toBeNull();
});

it.each<[string, Record<string, unknown>]>([
  ['cannot be understood', { type: 'object', if: {}, else: {} }],
  ['has an unknown type', { type: 'object', properties: { a: { type: 'no' } } }],
  ['refers to nothing', { $ref: '#/nowhere' }],
  ['is huge', { type: 'null', anyOf: many(50_000, () => ({})) }],
  ['refers to itself in another way', { anyOf: [{ $ref: '#//' }, { type: 'string' }] }],
  ['refers to nothing at great length', { items: { $ref: `#/${'a/'.repeat(15_000)}` } }],
])('checks nothing by a schema that %s', async (_, schema) => {
  expect(await schemaProblem(schema, [1])).toBeNull();
});

it('does not read names of properties as keywords', async () => {
  const properties = { $defs: { type: 'string' }, $ref: { type: 'string' }, type: { type: 'number' } };
  const schema = { type: 'object', properties, $defs: { unused: { $ref: '#/nowhere' } } };
  expect(await schemaProblem(schema, { $defs: 'x', $ref: 'x', type: 1 })).toBeNull();
  expect(await schemaProblem(schema, { $defs: 1 })).toMatch(/^\$defs: /);
});

/** Definitions of which each takes the one before twice. */
function doubling(keyword: string, place = ''): Record<string, unknown> {
  const definitions: Record<string, unknown> = { d0: { type: 'string', minLength: 5 } };
  for (let n = 1; n < 40; n++) {
    const before = { $ref: `#/$defs/d${n - 1}${place}` };
    definitions[`d${n}`] = { [keyword]: [before, before] };
  }
  return { $ref: `#/$defs/d39${place}`, $defs: definitions };
}

function typesInTypes(depth: number, name = 'a'): Record<string, unknown> {
  const inner = depth === 1 ? { type: 'string' } : typesInTypes(depth - 1, name);
  return { type: ['object', 'object'], properties: { [name]: inner } };
}

/** Work of one step: reads of the value, and names of its objects as the check counts them. */
const readsMax = 50_000;
/** A tenth of the usual limit, because watching makes each check ten times as slow. */
const watchedChecksMax = 300_000;

/**
 * Checks a value step by step. Returns the violation, the steps, and the most work between two pauses. Work is counted by
 * what the check reads of the value, not by what it says of itself.
 */
function checkWatched(schema: Record<string, unknown>, value: unknown, limit?: number) {
  let reads = 0;
  const watched = new WeakMap<object, object>();
  const watch = (one: unknown): unknown => {
    if (typeof one !== 'object' || one === null) return one;
    const known = watched.get(one);
    if (known) return known;
    const proxy = new Proxy(one, {
      get: (target, key) => {
        reads++;
        return watch(Reflect.get(target, key));
      },
      ownKeys: (target) => {
        const names = Reflect.ownKeys(target);
        reads += names.length / 8;
        return names;
      },
    });
    watched.set(one, proxy);
    return proxy;
  };
  const steps = checkSteps(readSchema(schema), watch(value), limit);
  let most = 0;
  for (let count = 1; ; count++) {
    reads = 0;
    const step = steps.next();
    most = Math.max(most, reads);
    if (step.done) return { issue: step.value, steps: count, most };
  }
}

const fieldsOf = (names: readonly unknown[], value: unknown) =>
  Object.fromEntries(names.map((name) => [name, value]));
const nulls = many(1000, () => ({ type: 'null' }));
const unique = { type: 'array', uniqueItems: true, allOf: many(1000, () => ({ uniqueItems: true })) };
/** Values of 1 MB, the most that a tool's answer has. */
const million = 'a'.repeat(1_000_000);
const ones = many(300_000, () => 1);
let nested: unknown = 1;
for (let n = 0; n < 60; n++) nested = [nested];

it.each<[string, Record<string, unknown>, unknown]>([
  ['refers to itself', { anyOf: [{ $ref: '#' }, { type: 'string' }] }, [1]],
  ['refers to itself twice', { allOf: [{ $ref: '#' }, { $ref: '#' }] }, [1]],
  [
    'refers to itself at each level',
    { anyOf: many(3, () => ({ items: { $ref: '#' } })), type: 'array' },
    nested,
  ],
  ['doubles with anyOf', doubling('anyOf'), 'x'],
  ['doubles with oneOf', doubling('oneOf'), 'x'],
  ['doubles with allOf', doubling('allOf'), 'a long text'],
  ['doubles by references into definitions', doubling('anyOf', '/anyOf/0'), [1]],
  ['has many choices', { items: { anyOf: [...nulls, { type: 'number' }] } }, ones],
  ['has many choices for fields', { additionalProperties: { allOf: many(1000, () => true) } }, { ...ones }],
  ['has a huge enum', { items: { enum: many(6_000, (n) => n) } }, ones],
  [
    'has an enum of objects',
    { contains: { enum: many(500, (n) => ({ a: n, b: [n] })) } },
    many(60_000, () => ({})),
  ],
  ['fails for each of many items', { contains: { type: 'string', minLength: 5 } }, many(250_000, () => 'x')],
  ['compares many items often', unique, many(150_000, (n) => n)],
  ['compares large items often', unique, [ones]],
  [
    'compares large objects often',
    unique,
    [
      fieldsOf(
        many(80_000, (n) => `f${n}`),
        1,
      ),
    ],
  ],
  ['compares long texts often', unique, [million]],
  ['compares long names often', unique, [{ [million]: 1 }]],
  [
    'has many formats for a long text',
    { allOf: many(500, () => ({ format: 'base64url' })) },
    'a-'.repeat(500_000),
  ],
  ['requires many names', { items: { required: many(5_000, (n) => `f${n}`) } }, many(1, () => ({}))],
])('pauses while it checks a schema that %s', (name, schema, value) => {
  const { issue, steps, most } = checkWatched(schema, value, watchedChecksMax);
  expect(most).toBeLessThan(readsMax);
  // Long texts have few reads. The limit of checks ends their work.
  if (/long|itself|doubles with|compares/.test(name)) {
    expect(issue?.message).toBe('has more than can be checked by its JSON Schema');
    expect(steps).toBeLessThan(700);
  }
  // What is compared is kept, up to the usual limit.
  if (!name.startsWith('compares')) return;
  const before = process.memoryUsage().rss;
  const all = [...checkSteps(readSchema(schema), value)];
  expect(all.length).toBeLessThan(6_100);
  expect(process.memoryUsage().rss - before).toBeLessThan(600_000_000);
});

it('refuses a schema of several types within several types before it visits them', () => {
  expect(() => readSchema(typesInTypes(14, 'definitions'))).toThrow('type must be a JSON type');
});

it('ends a long check when its signal aborts', async () => {
  const signal = AbortSignal.timeout(20);
  const ended = schemaProblem(doubling('oneOf'), 'x', signal);
  await expect(ended).rejects.toThrow('timeout');
});

it('lets the event loop go on between many checks at once', async () => {
  // By this clock each look at it takes a millisecond.
  let nowMs = 0;
  let looks = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    looks++;
    return nowMs++;
  });
  let most = 0;
  let isOver = false;
  const round = () => {
    most = Math.max(most, looks);
    looks = 0;
    if (!isOver) setImmediate(round);
  };
  setImmediate(round);
  try {
    const schema = { type: 'array', items: { type: 'object', properties: { a: { type: 'number' } } } };
    const rows = many(5_000, () => ({ a: 1 }));
    await Promise.all(many(60, () => schemaProblem(schema, rows)));
  } finally {
    isOver = true;
    clock.mockRestore();
  }
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(40);
});

it('lets a small check go first', async () => {
  const controller = new AbortController();
  let isOver = false;
  const long = schemaProblem(doubling('oneOf'), 'x', controller.signal).finally(() => {
    isOver = true;
  });
  expect(await schemaProblem({ type: 'string' }, 'x')).toBeNull();
  expect(isOver).toBe(false);
  controller.abort(new Error('enough'));
  await expect(long).rejects.toThrow('enough');
});

it('refuses a value that takes too many checks', async () => {
  const tooMuch = 'the whole: has more than can be checked by its JSON Schema';
  const choices = { type: 'array', items: { anyOf: [...nulls, { type: 'number' }] } };
  expect(await schemaProblem(choices, ones)).toBe(tooMuch);
  expect(await schemaProblem(choices, ones.slice(0, 1000))).toBeNull();
});

it('checks 100,000 rows of ten fields, and stops at the first violation', async () => {
  const names = many(10, (n) => `field${n}`) as string[];
  const schema = {
    type: 'array',
    items: {
      type: 'object',
      properties: fieldsOf(names, { type: 'string', maxLength: 100 }),
      required: names,
      additionalProperties: false,
    },
  };
  const rows = many(100_000, (n) => fieldsOf(names, `a text of some length ${n}`)) as Record<
    string,
    unknown
  >[];
  expect(await schemaProblem(schema, rows)).toBeNull();
  const watched = checkWatched(schema, rows.slice(0, 10_000));
  expect([watched.issue, watched.most < readsMax]).toEqual([null, true]);
  rows[99_999]!.field9 = 1;
  expect(await schemaProblem(schema, rows)).toMatch(/^99999\.field9: /);
  for (const row of rows) row.field9 = 1;
  const first = checkWatched(schema, rows);
  expect([first.issue?.path, first.steps]).toEqual([[0, 'field9'], 1]);
  expect(first.most).toBeLessThan(200);
});

it('does not register the id of a schema', async () => {
  expect(await schemaProblem({ type: 'number', minimum: 0, id: 'a schema of somebody' }, 1)).toBeNull();
  expect([...z.globalRegistry._idmap.keys()]).not.toContain('a schema of somebody');
});

it.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
  'accepts a property named %s',
  async (name) => {
    const properties = {
      [name]: { type: 'string' },
      inner: { type: 'object', properties: { [name]: { type: 'null' } } },
    };
    const schema = { type: 'object', properties };
    expect(await schemaProblem(schema, { inner: {} })).toBeNull();
    expect(await schemaProblem(schema, { [name]: 'a', inner: { [name]: null } })).toBeNull();
    expect(await schemaProblem(schema, { [name]: 1 })).toMatch(`${name}: `);
    expect(await schemaProblem(schema, { inner: { [name]: 1 } })).toMatch(`inner.${name}: `);
    expect(await schemaProblem({ ...schema, required: [name] }, {})).toMatch(`${name}: `);
    const records = { type: 'object', additionalProperties: { type: 'object', properties } };
    expect(await schemaProblem(records, { [name]: {} })).toBeNull();
  },
);
