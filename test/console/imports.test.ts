import fc from 'fast-check';
import { expect, test } from 'vitest';
import { targetOf, withTarget } from '../../console/src/features/imports/column-rules.ts';
import { headerOf } from '../../console/src/features/imports/csv-header.ts';
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
