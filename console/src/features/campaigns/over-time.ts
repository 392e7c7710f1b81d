import { groupOf } from '../call-outcomes/index.ts';
import type { ChartColumn } from '../charts/chart-column.ts';

/** The API's counts of ended calls over time. */
interface Outcomes {
  interval: 'hour' | 'day' | 'week';
  buckets: readonly { from: string; to: string; byOutcome: Readonly<Record<string, number>> }[];
}

/** Titles of the buckets, by interval. */
export const intervalLabels: Record<Outcomes['interval'], { title: string; by: string }> = {
  hour: { title: 'Hour', by: 'by hour' },
  day: { title: 'Day', by: 'by day' },
  week: { title: 'Week from', by: 'by week' },
};

const date = { month: 'short', day: 'numeric' } as const;
const formats = {
  hour: new Intl.DateTimeFormat('en', { ...date, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  day: new Intl.DateTimeFormat('en', date),
  week: new Intl.DateTimeFormat('en', date),
};

/** Returns a column for each bucket, by groups of outcomes. Empty when no call has ended. */
export function overTime({ interval, buckets }: Outcomes): ChartColumn[] {
  const columns = buckets.map(({ from, byOutcome }) => {
    const values: Record<string, number> = {};
    for (const [outcome, calls] of Object.entries(byOutcome)) {
      const group = groupOf(outcome);
      values[group] = (values[group] ?? 0) + calls;
    }
    return { id: from, title: formats[interval].format(Date.parse(from)), values };
  });
  return columns.some(({ values }) => Object.keys(values).length > 0) ? columns : [];
}
