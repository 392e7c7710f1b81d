import { describe, expect, test } from 'vitest';
import { addedUp, noAmounts, type Reading, readingOf, usualValue } from './measures.ts';
import { type Condition, calm, decide, limitOf, type Watch } from './state.ts';

const minute = 60_000;
const lowAnswers: Condition = {
  ...{ measure: 'answer-rate', direction: 'below', bound: 20, comparedTo: 'bound' },
  ...{ windowMinutes: 60, minimumCalls: 20 },
};

/** Plays readings a minute apart, and returns the minutes of changes and the last watch. */
function play(condition: Condition, readings: readonly (number | Reading)[], watch: Watch = calm) {
  const changes: string[] = [];
  readings.forEach((given, at) => {
    const reading = typeof given === 'number' ? { value: given, sample: 100 } : given;
    const limit = limitOf(condition, null);
    const decision = decide(condition, watch, { reading, limit, nowMs: at * minute, alertId: `alert_${at}` });
    watch = decision.watch;
    if (decision.change) changes.push(`${at} ${decision.change} ${decision.endReason ?? ''}`.trim());
  });
  return { changes, watch };
}

describe('decide', () => {
  test('begins at the second reading beyond the bound, and not for one alone', () => {
    expect(play(lowAnswers, [30, 10, 30, 10]).changes).toEqual([]);
    const { changes, watch } = play(lowAnswers, [30, 10, 9]);
    expect(changes).toEqual(['2 begins']);
    expect(watch).toEqual({ ...calm, alertId: 'alert_2', worst: 9 });
  });

  test('ends when readings were back by a tenth for five minutes', () => {
    const open: Watch = { ...calm, alertId: 'alert_x', worst: 9 };
    expect(play(lowAnswers, Array(20).fill(21), open).changes).toEqual([]);
    expect(play(lowAnswers, [22, 22, 22, 21, 22, 22, 22, 22, 22, 22], open).changes).toEqual(['9 ends back']);
  });

  test('does not flap around the bound', () => {
    const readings = Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? 19.5 : 20.5));
    expect(play(lowAnswers, readings).changes).toEqual([]);
    const open: Watch = { ...calm, alertId: 'alert_x' };
    expect(play(lowAnswers, readings, open).changes).toEqual([]);
  });

  test('judges nothing by three calls at night', () => {
    const night = Array<Reading>(30).fill({ value: 0, sample: 3 });
    expect(play(lowAnswers, night).changes).toEqual([]);
    // Readings before do not count towards the beginning.
    expect(play(lowAnswers, [10, { value: 0, sample: 3 }, 10]).changes).toEqual([]);
  });

  test('ends an alert after a window without enough calls', () => {
    const open: Watch = { ...calm, alertId: 'alert_x' };
    const night = Array<Reading>(70).fill({ value: null, sample: 0 });
    expect(play(lowAnswers, night, open).changes).toEqual(['60 ends too-few-calls']);
  });

  test('keeps the worst value', () => {
    const { watch } = play(lowAnswers, [12, 12, 5, 14]);
    expect(watch.worst).toBe(5);
    const slow: Condition = { ...lowAnswers, measure: 'latency-p95', direction: 'above', bound: 2000 };
    expect(play(slow, [2500, 2500, 4000, 2100]).watch.worst).toBe(4000);
  });

  test('a share whose limit is near 100 % can come back', () => {
    const nearly = { ...lowAnswers, measure: 'stage-rate', bound: 98 } as const;
    const open: Watch = { ...calm, alertId: 'alert_x' };
    expect(play(nearly, Array(7).fill(99.5), open).changes).toEqual(['5 ends back']);
  });

  test('counts need no sample, and come back at the bound', () => {
    const phrase = { ...lowAnswers, measure: 'phrase', direction: 'above', bound: 0 } as const;
    const none = { value: 0, sample: 0 };
    const one = { value: 1, sample: 1 };
    expect(play(phrase, [none, one, one, none, none, none, none, none, none]).changes).toEqual([
      '2 begins',
      '8 ends back',
    ]);
  });
});

test('compares with the usual value of earlier weeks', () => {
  const condition = { ...lowAnswers, comparedTo: 'earlier-weeks', bound: 30 } as const;
  expect(limitOf(condition, 40)).toBeCloseTo(28);
  expect(limitOf({ ...condition, direction: 'above' }, 40)).toBeCloseTo(52);
  expect(limitOf(condition, null)).toBeNull();
  const week = (value: number | null, sample = 50) => ({ value, sample });
  expect(usualValue([week(30), week(50), week(40), week(90)], 20)).toBe(45);
  expect(usualValue([week(30), week(50), week(10, 3), week(null)], 20)).toBe(40);
  expect(usualValue([week(30), week(10, 3)], 20)).toBeNull();
});

test('reads values from amounts', () => {
  const amounts = { ...noAmounts, part: 5, sample: 20 };
  expect(readingOf('answer-rate', amounts, 60)).toEqual({ value: 25, sample: 20 });
  expect(readingOf('answer-rate', noAmounts, 60)).toEqual({ value: null, sample: 0 });
  expect(readingOf('cost-per-hour', amounts, 30)).toEqual({ value: 10, sample: 20 });
  expect(readingOf('phrase', amounts, 30)).toEqual({ value: 5, sample: 20 });
  const fast = { ...noAmounts, sample: 3, durations: new Map([[400, 95]]) };
  const slow = {
    ...noAmounts,
    sample: 1,
    durations: new Map([
      [400, 0],
      [3000, 5],
    ]),
  };
  expect(readingOf('latency-p95', addedUp([fast, slow]), 60)).toEqual({ value: 400, sample: 4 });
  expect(readingOf('latency-p95', addedUp([fast, slow, slow]), 60)).toEqual({ value: 3000, sample: 5 });
  expect(readingOf('latency-p95', noAmounts, 60).value).toBeNull();
});
