import { describe, expect, test } from 'vitest';
import { overTime } from '../../console/src/features/campaigns/over-time.ts';

const bucket = (hour: number, byOutcome: Record<string, number> = {}) => ({
  from: `2026-11-21T${hour}:00:00.000Z`,
  to: `2026-11-21T${hour + 1}:00:00.000Z`,
  byOutcome,
});

describe('calls of a campaign over time', () => {
  test('are counted in the column of their end by group of outcome, and empty columns are kept', () => {
    const buckets = [
      bucket(10, { 'customer-ended-call': 2, 'assistant-ended-call': 1, 'customer-busy': 1 }),
      bucket(11),
      bucket(12, { 'trunk-rejected': 1, 'an-end-of-tomorrow': 1 }),
    ];
    const columns = overTime({ interval: 'hour', buckets });
    expect(columns.map(({ values }) => values)).toEqual([
      ...[{ talked: 3, 'not-reached': 1 }, {}, { failed: 2 }],
    ]);
    expect(new Set(columns.map(({ title }) => title)).size).toBe(3);
    expect(overTime({ interval: 'week', buckets })[0]?.title).toBe('Nov 21');
  });

  test('have no columns when no call has ended', () => {
    expect(overTime({ interval: 'day', buckets: [bucket(10), bucket(11)] })).toEqual([]);
  });
});
