/** The ranges that the page offers, by the value in the address. */
export const ranges = [
  { value: '7-days', label: 'Last 7 days', days: 7 },
  { value: '30-days', label: 'Last 30 days', days: 30 },
  { value: '12-weeks', label: 'Last 12 weeks', days: 84 },
] as const;

/** The longest range of the API, less an hour that the clock may be set back. */
const daysMax = 399;
const dayMs = 86_400_000;
/** A longer range has a column for each week. */
const dayColumnsMax = 31;

interface RangeOfAddress {
  /** One of `ranges`. */
  range?: string | undefined;
  /** The first and the last day, such as `2026-11-22`. */
  from?: string | undefined;
  to?: string | undefined;
}

/** A range of days in the browser's time zone. */
export interface DateRange {
  from: Date;
  /** The end of the last day, or now. */
  to: Date;
  interval: 'day' | 'week';
}

/** Returns the range of an address: the last 30 days when it has none, and at most 399 days. */
export function rangeOf({ range, from, to }: RangeOfAddress, now: Date): DateRange {
  const first = dayOf(from);
  const last = dayOf(to);
  if (first ?? last) {
    const end = last ? earlier(addDays(last, 1), now) : now;
    const start = first && first < end ? first : addDays(end, -30);
    const days = Math.round((end.getTime() - start.getTime()) / dayMs);
    return withInterval(days > daysMax ? addDays(end, -daysMax) : start, end);
  }
  const { days } = ranges.find(({ value }) => value === range) ?? ranges[1];
  return withInterval(addDays(now, 1 - days), now);
}

/** Returns the range of the same length before a range. */
export function rangeBefore({ from, to, interval }: DateRange): DateRange {
  return { from: new Date(2 * from.getTime() - to.getTime()), to: from, interval };
}

function withInterval(from: Date, to: Date): DateRange {
  const start = startOfDay(from);
  const days = Math.ceil((to.getTime() - start.getTime()) / dayMs);
  return { from: start, to, interval: days > dayColumnsMax ? 'week' : 'day' };
}

/** Returns the first day of each column of a range, and the last day that the range has of it. */
export function columnsOf({ from, to, interval }: DateRange): { key: string; first: string; last: string }[] {
  const columns = [];
  const lastDay = new Date(to.getTime() - 1);
  let start = startOfDay(from);
  if (interval === 'week') start = addDays(start, -((start.getDay() + 6) % 7));
  for (; start <= lastDay; ) {
    const next = addDays(start, interval === 'week' ? 7 : 1);
    columns.push({
      key: dayText(start),
      first: dayText(start < from ? from : start),
      last: dayText(earlier(addDays(next, -1), lastDay)),
    });
    start = next;
  }
  return columns;
}

/** Returns a day as `2026-11-22`. */
export function dayText(date: Date): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

function dayOf(text: string | undefined): Date | null {
  if (!text || !/^\d{4}-\d\d-\d\d$/.test(text)) return null;
  const date = new Date(`${text}T00:00:00`);
  return Number.isNaN(date.getTime()) ? null : date;
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}

function startOfDay(date: Date): Date {
  return addDays(date, 0);
}

/** Clocks may be changed on a day, so days are counted and not hours. */
function addDays(date: Date, days: number): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);
}
