import { invalid } from '../../../platform/kernel/index.ts';
import { offsetSpanAt, startOfDay } from '../../schedules/index.ts';
import type { CampaignOutcomesQuery, OutcomeInterval } from './schemas.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The days that hourly counts are kept. */
const daysMax = 400;
/** The most buckets of an answer, and the target without a given interval, which is as many as a chart can show. */
const bucketsMax = 1_000;
const picturedMax = 72;
const lengths: readonly [OutcomeInterval, number][] = [
  ['hour', hourMs],
  ['day', dayMs],
  ['week', 7 * dayMs],
];

/** The time in which calls of the campaign may have ended. */
interface CampaignTimes {
  createdAtMs: number;
  /** Null while calls may still end. */
  overAtMs: number | null;
}

/** The beginnings of the buckets in ascending order, then the end of the last one. Empty without buckets. */
interface OutcomeBuckets {
  interval: OutcomeInterval;
  edgesMs: number[];
}

/**
 * Returns the buckets of a request, by default for the campaign's whole time: within the last 400 days, without the
 * future. Throws a 400 for a period that ends before it begins, and for an interval with too many buckets.
 */
export function bucketsOf(
  asked: CampaignOutcomesQuery,
  { createdAtMs, overAtMs }: CampaignTimes,
  nowMs: number,
): OutcomeBuckets {
  const toMs = asked.to === undefined ? (overAtMs ?? nowMs) : Date.parse(asked.to);
  const fromMs = asked.from === undefined ? Math.min(createdAtMs, toMs - hourMs) : Date.parse(asked.from);
  if (fromMs >= toMs) throw invalid('from', 'must be before to');
  const firstMs = Math.max(fromMs, nowMs - daysMax * dayMs);
  const lastMs = Math.min(toMs, nowMs);
  const fits = (most: number, lengthMs: number) => lastMs - firstMs <= most * lengthMs;
  const [fitting] = lengths.find(([, ms]) => fits(picturedMax, ms)) ?? lengths.at(-1)!;
  const interval = asked.interval ?? fitting;
  const [, lengthMs] = lengths.find(([name]) => name === interval)!;
  if (!fits(bucketsMax, lengthMs))
    throw invalid('interval', `is too short: the answer has at most ${bucketsMax} intervals`);
  if (firstMs >= lastMs) return { interval, edgesMs: [] };
  return { interval, edgesMs: edgesOf(interval, asked.timeZone ?? 'UTC', firstMs, lastMs) };
}

function edgesOf(interval: OutcomeInterval, timeZone: string, fromMs: number, toMs: number): number[] {
  const edges = [firstEdge(interval, timeZone, fromMs)];
  for (let at = edges[0]!; at < toMs; edges.push(at)) at = nextEdge(interval, timeZone, at);
  return edges;
}

function firstEdge(interval: OutcomeInterval, timeZone: string, atMs: number): number {
  // Hours are stored in UTC.
  if (interval === 'hour') return Math.floor(atMs / hourMs) * hourMs;
  const day = startOfDay(timeZone, atMs);
  if (interval === 'day') return day;
  const localDay = Math.floor((atMs + offsetSpanAt(timeZone, atMs).offsetMs) / dayMs);
  // Day 0 was a Thursday.
  const sinceMonday = (localDay + 3) % 7;
  return startOfDay(timeZone, day + dayMs / 2 - sinceMonday * dayMs);
}

/** Half a day later, the next midnight has passed however long the days were. */
function nextEdge(interval: OutcomeInterval, timeZone: string, atMs: number): number {
  if (interval === 'hour') return atMs + hourMs;
  return startOfDay(timeZone, atMs + (interval === 'day' ? 1 : 7) * dayMs + dayMs / 2);
}
