import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { targetOf, withTarget } from '../../console/src/features/imports/column-rules.ts';
import { headerOf } from '../../console/src/features/imports/csv-header.ts';
import { importKey } from '../../console/src/features/imports/import-key.ts';
import { csvLine, delimiters } from '../../src/csv/index.ts';

test('the header and the first row of a file are read as they were written, whatever stands between fields', () => {
  const field = fc.string().filter((text) => !text.includes('\uFEFF'));
  const record = fc.array(field, { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(record, record, fc.constantFrom(...delimiters), (columns, sample, delimiter) => {
      const text = `\uFEFF${csvLine(columns, delimiter)}${csvLine(sample, delimiter)}`;
      expect(headerOf(text)).toEqual({ columns: columns.map((name) => name.trim()), sample });
    }),
  );
});

test('a column is what its name says, unless it or another was chosen to be that', () => {
  const rules = { fields: { phoneNumber: 'Phone number', priority: 'Priority' }, variables: ['first_name'] };
  const of = (name: string, mapping = {}) => targetOf(name, mapping, rules);
  expect(['phoneNumber', 'Vorname', 'importLine'].map((name) => of(name))).toEqual([
    ...['phoneNumber', 'variables.Vorname', 'ignore'],
  ]);
  const mobile = withTarget({}, 'Mobile', 'phoneNumber', rules);
  expect([of('Mobile', mobile), of('phoneNumber', mobile)]).toEqual(['phoneNumber', 'variables.phoneNumber']);
  expect(withTarget(mobile, 'Mobile', 'variables.Mobile', rules)).toEqual({});
  expect(targetOf('name', {}, { fields: rules.fields, variables: null })).toBe('ignore');
});

afterEach(() => vi.unstubAllGlobals());

describe.each([
  ['in a secure context', true],
  ['on plain HTTP', false],
])('%s the key of an import', (_where, isSecure) => {
  test('is the same for the same rows sent the same way, and another for whatever differs', async () => {
    if (!isSecure) vi.stubGlobal('crypto', {});
    const fileOf = (last: string) => new File(['x'.repeat(4_194_300), 'across a slice', last], 'rows.csv');
    const target = '/api/campaigns/campaign_1/import?duplicates=refuse';
    const keys = await Promise.all([
      importKey(fileOf('a'), target),
      importKey(fileOf('a'), target),
      importKey(fileOf('b'), target),
      importKey(fileOf('ab'), target),
      importKey(fileOf('a'), `${target}&country=US`),
    ]);
    expect(keys[1]).toBe(keys[0]);
    expect(new Set(keys).size).toBe(4);
    expect(keys[0]).toMatch(/^console-import-[0-9a-f]{64}$/);
  });
});
