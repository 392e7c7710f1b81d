import { expect, it } from 'vitest';
import { bucketsOf } from './buckets.ts';
import type { CampaignOutcomesQuery } from './schemas.ts';

const nowMs = Date.parse('2026-11-22T12:30:00Z');
const ask = (
  asked: CampaignOutcomesQuery,
  createdAt = '2026-11-22T10:59:00Z',
  overAt: string | null = null,
) => {
  const overAtMs = overAt === null ? null : Date.parse(overAt);
  const { interval, edgesMs } = bucketsOf(asked, { createdAtMs: Date.parse(createdAt), overAtMs }, nowMs);
  return { interval, edges: edgesMs.map((ms) => new Date(ms).toISOString().replace(':00.000Z', '')) };
};
const ends = ({ interval, edges }: ReturnType<typeof ask>) => [
  interval,
  edges[0],
  edges.at(-1),
  edges.length,
];

it('are the whole hours of the campaign until now, or until its last call ended', () => {
  const hours = ['2026-11-22T10:00', '2026-11-22T11:00', '2026-11-22T12:00', '2026-11-22T13:00'];
  expect(ask({})).toEqual({ interval: 'hour', edges: hours });
  expect(ask({}, undefined, '2026-11-22T12:00:00Z').edges).toEqual(hours.slice(0, 3));
  // The range ends before the first end of a call.
  expect(ask({}, '2026-11-22T11:00:00Z', '2026-11-22T11:00:00Z').edges).toEqual(hours.slice(0, 2));
});

it('are longer for longer periods', () => {
  expect(ends(ask({}, '2026-11-19T12:30:00Z'))).toEqual(['hour', '2026-11-19T12:00', '2026-11-22T13:00', 74]);
  expect(ends(ask({}, '2026-11-19T12:29:00Z'))).toEqual(['day', '2026-11-19T00:00', '2026-11-23T00:00', 5]);
  // At most 400 days; weeks begin on Mondays.
  expect(ends(ask({}, '2020-01-01T00:00:00Z'))).toEqual(['week', '2025-10-13T00:00', '2026-11-23T00:00', 59]);
  expect(ends(ask({ interval: 'day' }, '2026-11-01T08:00:00Z'))).toEqual([
    ...['day', '2026-11-01T00:00', '2026-11-23T00:00', 23],
  ]);
});

it('are days and weeks in the requested time zone, as long as its clocks make them', () => {
  const period = { from: '2026-10-31T12:00:00Z', to: '2026-11-03T00:00:00Z', timeZone: 'America/New_York' };
  expect(ask({ ...period, interval: 'day' }).edges).toEqual([
    ...['2026-10-31T04:00', '2026-11-01T04:00', '2026-11-02T05:00', '2026-11-03T05:00'],
  ]);
  expect(ask({ ...period, interval: 'week' }).edges).toEqual([
    ...['2026-10-26T04:00', '2026-11-02T05:00', '2026-11-09T05:00'],
  ]);
  expect(ask({ ...period, interval: 'day', timeZone: 'Asia/Kolkata' }).edges[0]).toBe('2026-10-30T18:30');
});

it('are none for a time in the future or long past, and refused when there are too many', () => {
  expect(ask({ from: '2026-11-23T00:00:00Z', to: '9999-12-31T23:59:59Z' }).edges).toEqual([]);
  expect(ask({ from: '0001-01-01T00:00:00Z', to: '0001-01-02T00:00:00Z' }).edges).toEqual([]);
  expect(() => ask({ from: '2026-11-22T00:00:00Z', to: '2026-11-22T00:00:00Z' })).toThrow(
    'must be before to',
  );
  expect(() => ask({ interval: 'hour' }, '2026-10-01T00:00:00Z')).toThrow('interval');
});
