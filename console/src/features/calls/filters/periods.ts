/** The periods that a list offers, by the value in the address. */
export const periods = [
  { value: 'today', label: 'Today', days: 1 },
  { value: 'yesterday', label: 'Yesterday', days: 1, before: 1 },
  { value: '7-days', label: 'Last 7 days', days: 7 },
  { value: '30-days', label: 'Last 30 days', days: 30 },
] as const satisfies readonly { value: string; label: string; days: number; before?: number }[];

export interface Period {
  /** One of `periods`. */
  created?: string | undefined;
  /** The first day, such as `2026-11-22`, or an instant. */
  from?: string | undefined;
  /** The last day, or the instant at which the period ends. */
  to?: string | undefined;
}

/** The same for the ends of calls. */
interface EndPeriod {
  ended?: string | undefined;
  endedFrom?: string | undefined;
  endedTo?: string | undefined;
}

/** Returns the bounds of the ends of calls in the browser's time zone, both exclusive. */
export function endBoundsOf(search: EndPeriod, now: Date): { endedAtGt?: string; endedAtLt?: string } {
  const { createdAtGt, createdAtLt } = boundsOf(endPeriod(search), now);
  return {
    ...(createdAtGt ? { endedAtGt: createdAtGt } : {}),
    ...(createdAtLt ? { endedAtLt: createdAtLt } : {}),
  };
}

/** Returns the period of the ends of calls, as the other functions take it. */
export function endPeriod({ ended, endedFrom, endedTo }: EndPeriod): Period {
  return { created: ended, from: endedFrom, to: endedTo };
}

/** Returns the bounds of a period in the browser's time zone, both exclusive. */
export function boundsOf(
  { created, from, to }: Period,
  now: Date,
): { createdAtGt?: string; createdAtLt?: string } {
  const named = periods.find(({ value }) => value === created);
  if (named) {
    const endsDaysAgo = 'before' in named ? named.before : 0;
    const start = startOfDay(now, 1 - named.days - endsDaysAgo);
    return endsDaysAgo === 0
      ? { createdAtGt: justBefore(start) }
      : { createdAtGt: justBefore(start), createdAtLt: startOfDay(now, 1 - endsDaysAgo).toISOString() };
  }
  const start = instantOf(from, 0);
  const end = instantOf(to, 1);
  return {
    ...(start ? { createdAtGt: justBefore(start) } : {}),
    ...(end ? { createdAtLt: end.toISOString() } : {}),
  };
}

/** Returns the words for a period, or null when the address has none. */
export function periodLabel({ created, from, to }: Period): string | null {
  const named = periods.find(({ value }) => value === created);
  if (named) return named.label;
  const [start, end] = [from, to].map((text, index) => (instantOf(text, index) ? wordsOf(text ?? '') : null));
  if (start && end) return start === end ? start : `${start} – ${end}`;
  if (start) return `From ${start}`;
  return end ? `Until ${end}` : null;
}

const dayFormat = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });
const instantFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

function wordsOf(text: string): string {
  return isDay(text) ? dayFormat.format(new Date(`${text}T00:00:00`)) : instantFormat.format(new Date(text));
}

/** Returns a day plus `addedDays` or an instant. Null for a text that is neither. */
function instantOf(text: string | undefined, addedDays: number): Date | null {
  if (!text) return null;
  const date = isDay(text) ? startOfDay(new Date(`${text}T00:00:00`), addedDays) : new Date(text);
  return Number.isNaN(date.getTime()) ? null : date;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text);
}

/** Clocks may be changed on a day, so days are counted and not hours. */
function startOfDay(date: Date, addedDays: number): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + addedDays);
}

/** The API excludes its bounds. */
function justBefore(date: Date): string {
  return new Date(date.getTime() - 1).toISOString();
}
