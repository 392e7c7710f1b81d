import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, read } from '../../api/index.ts';
import type { QueryOf, Schema } from '../../api/schema.ts';
import { type By, callsOfRange, type Narrowing } from './links.ts';
import type { DateRange } from './range.ts';

type Query = QueryOf<'/api/analytics/breakdown'>;

/**
 * Reads the figures of a range. The name of the range is its key, because a range that ends now moves. The figures name
 * their range, because the last ones are shown until the next have come.
 */
export function breakdownQuery(name: string, range: DateRange, by: By, narrowing: Narrowing) {
  return queryOptions({
    queryKey: ['analytics', 'breakdown', name, by, narrowing],
    queryFn: async ({ signal }) => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      const query = { ...narrowing, ...boundsOf(range), by, timeZone } as Query;
      const figures = await inTurn(() =>
        read(api.GET('/api/analytics/breakdown', { params: { query }, signal })),
      );
      return { ...figures, range, search: callsOfRange(range, narrowing) };
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

let lastAsked: Promise<unknown> = Promise.resolve();

/** Asks when all earlier questions are answered. The API answers two breakdowns at a time, and the page may be open twice. */
function inTurn<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const asked = lastAsked.then(ask, ask);
  lastAsked = asked;
  return asked;
}

/** The longest period of the API. */
const latencyMs = 31 * 86_400_000;

/** Figures, their range, and the filters of the list with their calls. */
export type FiguresOfRange = Schema<'CallBreakdown'> & { range: DateRange; search: Record<string, string> };

/** Reads how long callers waited, in the last 31 days of the range. */
export function latencyQuery(name: string, { from, to }: DateRange, narrowing: Narrowing) {
  return queryOptions({
    queryKey: ['analytics', 'latency', name, narrowing],
    queryFn: ({ signal }) => {
      const start = new Date(Math.max(from.getTime(), to.getTime() - latencyMs));
      const query = { ...narrowing, ...boundsOf({ from: start, to }) } as QueryOf<'/api/analytics/latency'>;
      return read(api.GET('/api/analytics/latency', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

function boundsOf({ from, to }: Pick<DateRange, 'from' | 'to'>): { from: string; to: string } {
  return { from: from.toISOString(), to: to.toISOString() };
}
