import { expect, it } from 'vitest';
import type { RecordedTurn } from '../../src/domains/scenarios/index.ts';
import { compareCalls } from './compare.ts';
import { comparisonLines } from './show-comparison.ts';

const turn = (given: Partial<RecordedTurn> = {}): RecordedTurn => ({
  ...{ customer: 'Hi', agent: ['Hello there.'], isCut: false, tools: [], waitedMs: 400 },
  ...given,
});
const call = (turns: RecordedTurn[], endedReason = 'customer-ended-call') => ({ endedReason, turns });
const kindsOf = (before: RecordedTurn, after: RecordedTurn) =>
  compareCalls(call([before]), call([after])).turns[0]!.differences.map(({ kind }) => kind);
const tool = (name: string, given: object = {}) => ({ name, arguments: { ...given } });

it('finds no difference between equal turns with other sentence cuts and similar times', () => {
  const after = turn({ agent: ['Hello', ' there.'], waitedMs: 1300 });
  expect(compareCalls(call([turn()]), call([after]))).toMatchObject({ differs: false });
});

it('finds other words and much slower turns', () => {
  expect(kindsOf(turn(), turn({ agent: ['Hello you.'] }))).toEqual(['said']);
  expect(kindsOf(turn(), turn({ waitedMs: 1500 }))).toEqual(['slower']);
  expect(kindsOf(turn({ waitedMs: 1500 }), turn())).toEqual([]);
});

it('compares only the beginning of interrupted sentences', () => {
  const cut = (text: string) => turn({ agent: [text], isCut: true });
  const long = cut('One two three four five six seven');
  expect(kindsOf(cut('One two three four'), long)).toEqual([]);
  expect(kindsOf(cut('One two three for'), long)).toEqual([]);
  expect(kindsOf(cut('Two three four five'), long)).toEqual(['said']);
});

it('finds new, missing and changed tool calls, in order', () => {
  const before = turn({ tools: [tool('a', { x: 1 }), tool('b'), tool('a', { x: 2 })] });
  const after = turn({ tools: [tool('c'), tool('a', { x: 1 }), tool('a', { x: 3 })] });
  expect(kindsOf(before, after)).toEqual(['tool-missing', 'tool-arguments', 'tool-new']);
  expect(kindsOf(before, before)).toEqual([]);
});

it('finds another or earlier end of a call', () => {
  const one = call([turn()]);
  expect(compareCalls(one, call([turn()], 'silence-timed-out')).differs).toBe(true);
  const shorter = compareCalls(call([turn(), turn()]), one);
  expect(shorter.turns[1]).toMatchObject({ after: null, differences: [{ kind: 'said', after: '' }] });
});

it('shows two calls side by side, in lines that fit', () => {
  const other = turn({ agent: ['Good evening to you all.'], tools: [tool('a')], waitedMs: 3000 });
  const comparison = compareCalls(call([turn()]), call([other], 'silence-timed-out'));
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
