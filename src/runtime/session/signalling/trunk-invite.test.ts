import fc from 'fast-check';
import { expect, test } from 'vitest';
import { headersOfVariables, variableOfHeader, variablesOfCall } from './trunk-invite.ts';

test.each([
  ['X-Customer-Name', 'sipXCustomerName'],
  ['x-customer-name', 'sipXCustomerName'],
  ['X-ID', 'sipXId'],
  ['X-Account_7', 'sipXAccount7'],
])('%s becomes %s', (header, variable) => {
  expect(variableOfHeader(header)).toBe(variable);
});

test('the variables of an inbound call are its X- headers, the first of each name, and the diverting number', () => {
  const extensionHeaders = () => [['x-a', '1'] as const, ['x-a', '2'] as const, ['x-b-c', 'd'] as const];
  expect(variablesOfCall({ extensionHeaders, divertedFrom: null })).toEqual({ sipXA: '1', sipXBC: 'd' });
  const uri = {
    text: 'sip:+15550100@a',
    scheme: 'sip',
    user: '+15550100',
    host: 'a',
    port: null,
    params: new Map(),
  };
  const divertedFrom = { text: '', displayName: null, uri, params: new Map() };
  expect(variablesOfCall({ extensionHeaders: () => [], divertedFrom })).toEqual({
    divertedFrom: '+15550100',
  });
});

test('the variables of an outbound call become X- headers, except values that a header cannot carry', () => {
  const variables = {
    sipXCustomerName: 'Zoë',
    sipXPlan: 7,
    sipXBroken: 'a\r\nVia: evil',
    sipXList: ['a'],
    sipX: 'no name',
    sipXlower: 'no word',
    name: 'not for the wire',
  };
  expect(headersOfVariables(variables)).toEqual([
    ['X-Customer-Name', 'Zoë'],
    ['X-Plan', '7'],
  ]);
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`sipXA${i}`, 'v']));
  expect(headersOfVariables(many)).toHaveLength(20);
});

test('a sent header becomes the same variable when it is received', () => {
  const word = fc.stringMatching(/^[a-z][a-z0-9]{0,7}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
      const variable = variableOfHeader(`x-${words.join('-')}`);
      const [[name] = ['']] = headersOfVariables({ [variable]: 'v' });
      expect(variableOfHeader(name)).toBe(variable);
    }),
  );
});

test('names that are made to be slow take linear time', () => {
  // An ambiguous pattern took minutes for this name.
  const variables = { [`sipX${'1'.repeat(59)}_`]: 'v', [`sipX${'A1'.repeat(100_000)}`]: 'v' };
  expect(headersOfVariables(variables)).toEqual([]);
  expect(headersOfVariables({ [`sipX${'Ab'.repeat(17)}`]: 'v' })).toEqual([]);
});
