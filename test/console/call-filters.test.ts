import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  byGroup,
  changeOf,
  costText,
  formatShare,
  pointsOf,
} from '../../console/src/features/analytics/figures-of.ts';
import { columnsOf, rangeBefore, rangeOf } from '../../console/src/features/analytics/range.ts';
import { boundsOf, periodLabel } from '../../console/src/features/calls/filters/periods.ts';
import { queryOf, typedFilter } from '../../console/src/features/calls/filters/search-of.ts';
import { overTime } from '../../console/src/features/campaigns/over-time.ts';
import { pages } from '../../console/src/routes/pages.ts';

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

describe('the analytics of calls', () => {
  const now = new Date(2026, 10, 27, 15, 30);

  test('have a column for each day, and for each week of a long range, as far as the range goes', () => {
    const week = rangeOf({ range: '7-days' }, now);
    const days = columnsOf(week);
    expect([days.length, days[0], days.at(-1)]).toEqual([
      7,
      { key: '2026-11-21', first: '2026-11-21', last: '2026-11-21' },
      { key: '2026-11-27', first: '2026-11-27', last: '2026-11-27' },
    ]);
    const weeks = columnsOf(rangeOf({ range: '12-weeks' }, now));
    expect([weeks.length, weeks[0], weeks.at(-1)]).toEqual([
      13,
      { key: '2026-08-31', first: '2026-09-05', last: '2026-09-06' },
      { key: '2026-11-23', first: '2026-11-23', last: '2026-11-27' },
    ]);
  });

  test('are of whole days up to now, of at most 399 days, and are compared with as long a time before', () => {
    const chosen = rangeOf({ from: '2026-11-20', to: '2026-11-21' }, now);
    expect([chosen.from, chosen.to]).toEqual([new Date(2026, 10, 20), new Date(2026, 10, 22)]);
    expect(rangeBefore(chosen)).toMatchObject({ from: new Date(2026, 10, 18), to: chosen.from });
    expect(rangeOf({ to: '2027-01-01' }, now).to).toEqual(now);
    const longest = rangeOf({ from: '2020-01-01' }, now);
    expect(now.getTime() - longest.from.getTime()).toBeLessThan(400 * 86_400_000);
  });

  test('name shares and changes as people write them', () => {
    const costs = [
      { cost: '0', isPriced: false },
      { cost: '0', isPriced: true },
      { cost: '0.0205', isPriced: true },
    ];
    expect(costs.map((figures) => costText(figures, 'USD'))).toEqual(['—', '$0.00', '$0.0205']);
    expect([formatShare(1, 3), formatShare(1, 40), formatShare(0, 0)]).toEqual(['33%', '2.5%', '—']);
    expect([changeOf(110, 100), changeOf(1, 2), changeOf(2, 2), changeOf(2, 0)]).toEqual([
      ...['+10%', '−50%', 'unchanged', null],
    ]);
    expect(pointsOf([1, 4], [1, 5])).toBe('+5 points');
    expect(byGroup({ voicemail: 2, 'customer-busy': 1, 'of-tomorrow': 1 })).toEqual({
      ...{ talked: 0, 'not-reached': 3, failed: 1, 'not-dialed': 0 },
    });
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

test('each page of the navigation has a page of the documentation, and names one of its headings', () => {
  for (const { title, docs } of pages) {
    const [name, anchor] = docs.split('#');
    const text = readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8');
    const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    expect([title, anchors]).toEqual([title, anchor ? expect.arrayContaining([anchor]) : anchors]);
  }
});
