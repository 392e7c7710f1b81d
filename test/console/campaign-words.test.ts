import { describe, expect, test } from 'vitest';
import { overTime } from '../../console/src/features/campaigns/over-time.ts';

const at = (hours: number) => new Date(Date.UTC(2026, 10, 21, hours, 30)).toISOString();
const titleOf = (startMs: number) => new Date(startMs).toISOString().slice(5, 13);

describe('calls of a campaign over time', () => {
  test('stand in the hour in which they ended, by what their outcome means, with the hours between', () => {
    const columns = overTime(
      [
        { endedAt: at(9), endedReason: 'customer-ended-call' },
        { endedAt: at(9), endedReason: 'customer-busy' },
        { endedAt: at(11), endedReason: 'trunk-rejected' },
        { endedAt: null, endedReason: null },
      ],
      titleOf,
    );
    expect(columns).toEqual([
      { title: '11-21T09', values: { talked: 1, 'not-reached': 1 } },
      { title: '11-21T10', values: {} },
      { title: '11-21T11', values: { failed: 1 } },
    ]);
  });

  test('of many days stand in at most 48 columns, and none is lost', () => {
    const calls = Array.from({ length: 300 }, (_, index) => ({
      endedAt: at(index * 3),
      endedReason: 'voicemail',
    }));
    const columns = overTime(calls, titleOf);
    expect(columns.length).toBeLessThanOrEqual(48);
    expect(columns.reduce((sum, { values }) => sum + (values['not-reached'] ?? 0), 0)).toBe(300);
  });

  test('are none where no call has ended', () => {
    expect(overTime([{ endedAt: null, endedReason: null }], titleOf)).toEqual([]);
  });
});
