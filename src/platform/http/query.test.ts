import fc from 'fast-check';
import { parse } from 'fast-querystring';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../kernel/index.ts';
import { pageParameters } from './page.ts';
import { queryReader } from './query.ts';
import { listParameter } from './schemas.ts';

const query = z.object({ ids: listParameter(z.array(z.string()).max(6)).optional(), ...pageParameters });
const read = queryReader({ query });
const ofText = (text: string) => read(parse(text));

function refusalOf(values: Record<string, unknown>): unknown {
  try {
    return read(values);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.details;
  }
}

const id = fc.stringMatching(/^[a-z0-9_]{1,8}$/);
/** Generates ids, some together in one parameter, with or without brackets. */
const written = fc.array(
  fc.record({ ids: fc.array(id, { minLength: 1, maxLength: 3 }), brackets: fc.boolean() }),
  {
    minLength: 1,
    maxLength: 2,
  },
);

test('reads every notation of a list alike', () => {
  fc.assert(
    fc.property(
      written,
      fc.constantFrom('%5B%5D', '[]'),
      fc.constantFrom(',', '%2C', ', '),
      (parts, brackets, comma) => {
        const text = parts
          .map((part) => `ids${part.brackets ? brackets : ''}=${part.ids.join(comma)}`)
          .join('&');
        const inOrder = [...parts.filter((part) => !part.brackets), ...parts.filter((part) => part.brackets)];
        expect(ofText(text)).toEqual({ ids: inOrder.flatMap(({ ids }) => ids) });
      },
    ),
  );
});

test('names an unknown parameter together with all other errors', () => {
  const known = new Set(['ids', 'ids[]', 'pageSize', 'pageToken']);
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (name) => {
      fc.pre(!known.has(name) && name.isWellFormed());
      const values = Object.assign(Object.create(null), { [name]: '1', pageSize: '0' });
      const field = name === '' ? 'query' : name;
      expect(refusalOf(values)).toEqual([
        { field, message: expect.stringMatching(/^is not a known query parameter/) },
        { field: 'pageSize', message: 'must be an integer from 1 to 1000' },
      ]);
    }),
  );
});

test.each(['pageSize[]=1', 'ids[0]=a', 'Ids=a', 'page_size=1', '__proto__=1', 'constructor=', '=1'])(
  'refuses the unknown parameter %s',
  (text) => {
    expect(() => ofText(text)).toThrow('is not a known query parameter');
    expect(() => queryReader({})(parse(text))).toThrow('is not a known query parameter');
    expect(queryReader({ query, ignoresUnknownQuery: true })(parse(text))).toEqual({});
  },
);

test('refuses a list that is too long, in every notation', () => {
  for (const text of ['ids=1,2,3,4,5,6,7', 'ids=1,2,3&ids[]=4,5,6,7'])
    expect(() => ofText(text)).toThrow(/^ids: must have at most 6/);
});

test.each([
  ['pagesize=1', 'pageSize'],
  ['page_size=1', 'pageSize'],
  ['pageTokn=1', 'pageToken'],
  ['id=1', 'ids'],
  ['IDS=1', 'ids'],
])('names for %s the parameter %s', (text, name) => {
  expect(() => ofText(text)).toThrow(`is not a known query parameter; did you mean \`${name}\`?`);
});

test.each(['page=1', 'status=1', 'x=1', `${'pageSize'.repeat(100)}=1`])('suggests nothing for %s', (text) => {
  expect(() => ofText(text)).toThrow(/is not a known query parameter$/);
});
