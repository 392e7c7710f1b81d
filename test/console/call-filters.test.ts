import { describe, expect, test } from 'vitest';
import { boundsOf, periodLabel } from '../../console/src/features/calls/filters/periods.ts';
import { queryOf, typedFilter } from '../../console/src/features/calls/filters/search-of.ts';
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

describe('the filters of calls in an address', () => {
  const now = new Date(2026, 10, 27, 15, 30);
  const day = (date: number) => new Date(2026, 10, date);

  test('are those of the API, with groups of outcomes as their reasons', () => {
    const query = queryOf({ outcome: 'not-reached,trunk-rejected', agentVersion: '2', stage: '' }, now);
    expect(query).toEqual({
      endedReason: [
        ...['customer-busy', 'customer-did-not-answer', 'voicemail', 'no-person-reached'],
        'trunk-rejected',
      ],
    });
    expect(queryOf({ tag: 'refund,vip customer' }, now)).toEqual({ tag: ['refund', 'vip customer'] });
    const ofAgent = { agentId: 'agent_1', agentVersion: '2', sentiment: 'negative', text: 'a parcel' };
    expect(queryOf(ofAgent, now)).toEqual({ ...ofAgent, agentVersion: 2, sentiment: ['negative'] });
  });

  test.each([
    [{ created: 'today' }, 27, null],
    [{ created: 'yesterday' }, 26, 27],
    [{ created: '7-days' }, 21, null],
    [{ from: '2026-11-20', to: '2026-11-21' }, 20, 22],
    [{ to: '2026-11-21' }, null, 22],
  ])('%j is a period of whole days here', (period, first, end) => {
    expect(boundsOf(period, now)).toEqual({
      ...(first === null ? {} : { createdAtGt: new Date(day(first).getTime() - 1).toISOString() }),
      ...(end === null ? {} : { createdAtLt: day(end).toISOString() }),
    });
  });

  test('the end of calls has periods of its own, and calls may have one of several statuses', () => {
    const search = { ended: 'today', status: 'ended,canceled', created: 'yesterday' };
    expect(queryOf(search, now)).toEqual({
      ...{ endedAtGt: new Date(day(27).getTime() - 1).toISOString(), status: ['ended', 'canceled'] },
      ...boundsOf({ created: 'yesterday' }, now),
    });
  });

  test('a period has words, and one that cannot be read is none', () => {
    expect(periodLabel({ from: '2026-11-20', to: '2026-11-20' })).toBe('Nov 20, 2026');
    expect([periodLabel({ created: 'ever', from: 'x' }), boundsOf({ from: 'x' }, now)]).toEqual([null, {}]);
  });

  test.each([
    ['(415) 555-0134', 'customerNumber'],
    ['0134', 'customerNumber'],
    ['24', 'text'],
    ['order 0134', 'text'],
  ])('%j searches by %s', (typed, name) => {
    expect(typedFilter(typed)).toMatchObject({ [name]: typed });
  });
});
