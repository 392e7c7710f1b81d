import { expect, test } from 'vitest';
import { durationText, secondsOf } from './durations.ts';
import { factsOf } from './facts.ts';

test('durations are written as people read them', () => {
  const texts = [0, 8, 59, 60, 125, 3599, 3600, 3725, 90_000].map(durationText);
  expect(texts).toEqual([
    '0 s',
    '8 s',
    '59 s',
    '1 m 00 s',
    '2 m 05 s',
    '59 m 59 s',
    '1 h 00 m',
    '1 h 02 m',
    '25 h 00 m',
  ]);
});

test('a call that was not answered or has not ended has no duration', () => {
  const [startedAt, endedAt] = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:11.600Z'];
  expect(secondsOf({ startedAt, endedAt })).toBe(12);
  expect(secondsOf({ startedAt: null, endedAt })).toBeNull();
  expect(secondsOf({ startedAt, endedAt: null })).toBeNull();
});

test('a record is shown as lines, nested by indentation, without what is empty', () => {
  const record = {
    ...{ callId: 'call_1', summary: null, usage: [], attempt: 1, prompt: 'Say:\nHello' },
    cost: { total: { amount: 0.5, currency: 'USD' }, note: null },
    ...{ tags: ['a', 'b'], parts: [{ kind: 'voice', ms: 3 }] },
  };
  expect(factsOf(record)).toEqual([
    'callId   call_1',
    'attempt  1',
    'prompt',
    '  Say:',
    '  Hello',
    'cost',
    '  total',
    '    amount    0.5',
    '    currency  USD',
    'tags     a, b',
    'parts',
    '  kind voice, ms 3',
  ]);
});
