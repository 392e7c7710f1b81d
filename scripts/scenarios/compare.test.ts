import { expect, it } from 'vitest';
import type { Exchange } from '../../src/domains/scenarios/index.ts';
import { compareCalls } from './compare.ts';
import { comparisonLines } from './show-comparison.ts';

const exchange = (given: Partial<Exchange> = {}): Exchange => ({
  ...{ customer: 'Hi', agent: ['Hello there.'], isCut: false, tools: [], waitedMs: 400 },
  ...given,
});
const call = (exchanges: Exchange[], endedReason = 'customer-ended-call') => ({ endedReason, exchanges });
const kindsOf = (before: Exchange, after: Exchange) =>
  compareCalls(call([before]), call([after])).exchanges[0]!.differences.map(({ kind }) => kind);
const tool = (name: string, given: object = {}) => ({ name, arguments: { ...given } });

it('the same is the same, however it is cut into sentences and however fast within reason', () => {
  const after = exchange({ agent: ['Hello', ' there.'], waitedMs: 1300 });
  expect(compareCalls(call([exchange()]), call([after]))).toMatchObject({ differs: false });
});

it('knows other words, and what is slower by far', () => {
  expect(kindsOf(exchange(), exchange({ agent: ['Hello you.'] }))).toEqual(['said']);
  expect(kindsOf(exchange(), exchange({ waitedMs: 1500 }))).toEqual(['slower']);
  expect(kindsOf(exchange({ waitedMs: 1500 }), exchange())).toEqual([]);
});

it('of what was cut off only the beginning counts', () => {
  const cut = (text: string) => exchange({ agent: [text], isCut: true });
  const long = cut('One two three four five six seven');
  expect(kindsOf(cut('One two three four'), long)).toEqual([]);
  expect(kindsOf(cut('One two three for'), long)).toEqual([]);
  expect(kindsOf(cut('Two three four five'), long)).toEqual(['said']);
});

it('knows tools that are new, missing or called otherwise, in their order', () => {
  const before = exchange({ tools: [tool('a', { x: 1 }), tool('b'), tool('a', { x: 2 })] });
  const after = exchange({ tools: [tool('c'), tool('a', { x: 1 }), tool('a', { x: 3 })] });
  expect(kindsOf(before, after)).toEqual(['tool-missing', 'tool-arguments', 'tool-new']);
  expect(kindsOf(before, before)).toEqual([]);
});

it('a call that ends otherwise or earlier is different', () => {
  const one = call([exchange()]);
  expect(compareCalls(one, call([exchange()], 'silence-timed-out')).differs).toBe(true);
  const shorter = compareCalls(call([exchange(), exchange()]), one);
  expect(shorter.exchanges[1]).toMatchObject({ after: null, differences: [{ kind: 'said', after: '' }] });
});

it('is shown side by side, in lines that fit', () => {
  const other = exchange({ agent: ['Good evening to you all.'], tools: [tool('a')], waitedMs: 3000 });
  const comparison = compareCalls(call([exchange()]), call([other], 'silence-timed-out'));
  expect(comparisonLines(comparison, (_style, text) => text, 48)).toEqual([
    '    before               │ now',
    '  customer: Hi',
    '    Hello there.         │ Good evening to you',
    '                         │ all.',
    '    ≠ the agent says something else',
    '    ≠ calls a {}',
    '    ≠ answers after 3000 ms, not 400 ms',
    '  ≠ ended as silence-timed-out, not as customer-ended-call',
    '  ≠ different',
  ]);
});
