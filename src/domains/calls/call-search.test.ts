import { expect, test } from 'vitest';
import { callSearch, customerOf } from './call-search.ts';
import type { CallFilters } from './filter-schemas.ts';

test.each([
  ['+49 30 1234-567', { number: '+49301234567' }],
  ['0049 30 1234567', { number: '+49301234567' }],
  ['(212) 555-0100', { number: '+12125550100' }],
  ['1-212-555-0100', { number: '+12125550100' }],
  ['+12125550100', { number: '+12125550100' }],
  // An unencoded plus arrives as a space.
  [' 12125550100', { number: '+12125550100' }],
  ['030 1234567', { digits: '301234567' }],
  ['555-0100', { digits: '5550100' }],
  ['0100', { digits: '0100' }],
  ['50 100', { digits: '50100' }],
  ['550100', { digits: '550100' }],
  ['anonymous', { number: 'anonymous' }],
  ['sip-user7', { number: 'sip-user7' }],
  ['100', { number: '100' }],
])('reads the customer %s', (text, customer) => {
  expect(customerOf(text)).toEqual(customer);
});

test.each(['', '12345678901234567890'])('refuses the customer %j', (text) => {
  expect(() => customerOf(text)).toThrow(/^customerNumber: /);
});

test.each([
  [{ status: ['ended'], agentId: 'agent_1', customerNumber: '(212) 555-0100' }, true],
  [{ status: ['ended', 'canceled'], customerNumber: '(212) 555-0100' }, true],
  [{ status: ['queued', 'ringing', 'in-progress'] }, true],
  [{ status: ['ended', 'ended'] }, true],
  [{ status: ['ended', 'canceled'] }, false],
  [{ status: ['ended'], endedAtGt: '2026-11-27T00:00:00Z' }, false],
] as [CallFilters, boolean][])('leaves %j to the tables of calls: %s', (filters, isLeft) => {
  expect(callSearch(filters).find === null).toBe(isLeft);
});
