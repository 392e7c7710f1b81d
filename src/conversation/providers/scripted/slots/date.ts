import { readOneOf, type Span } from './span.ts';
import { ordinalOf, tensOf, unitOf } from './spelled-numbers.ts';

const monthNames =
  'january february march april may june july august september october november december'.split(' ');
const dayNames = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
const dayMs = 86_400_000;

const relative: ReadonlyMap<string, number> = new Map([
  ['today', 0],
  ['tomorrow', 1],
  ['the day after tomorrow', 2],
  ['day after tomorrow', 2],
  ['in a week', 7],
  ['a week from today', 7],
]);
const months: ReadonlyMap<string, number> = new Map(
  monthNames.flatMap((name, index) => [
    [name, index],
    [name.slice(0, 3), index],
  ]),
);
const days: ReadonlyMap<string, number> = new Map(
  dayNames.flatMap((name, index) => [
    [name, index],
    [name.slice(0, 3), index],
  ]),
);

/** Common phrases for days, for transcribers that need phrases. */
export const dateExamples: readonly string[] = [
  'today',
  'tomorrow',
  'the day after tomorrow',
  ...dayNames.flatMap((day) => [day, `on ${day}`, `next ${day}`]),
];

/**
 * Reads days in English or as `2026-11-24`: `tomorrow`, `on Tuesday`, `the fifth of March`, `March 5th`. A day without a
 * year is the next such day. `today` (a date like `2026-11-21`) counts for dates, but not for weekdays.
 */
export function readDate(words: readonly string[], at: number, today: string): Span | null {
  const near = readOneOf(relative, words, at);
  if (near) return { end: near.end, value: plusDays(today, near.value) };
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(words[at] ?? '');
  if (iso) return dated(at + 1, Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]));
  return readWeekday(words, at, today) ?? readDayOfMonth(words, at, today);
}

function readWeekday(words: readonly string[], at: number, today: string): Span | null {
  const start = words[at] === 'next' || words[at] === 'this' || words[at] === 'on' ? at + 1 : at;
  const weekday = days.get(words[start] ?? '');
  if (weekday === undefined) return null;
  const ahead = (weekday - new Date(`${today}T00:00:00Z`).getUTCDay() + 7) % 7 || 7;
  return { end: start + 1, value: plusDays(today, ahead) };
}

/** `march fifth [2027]`, `[the] fifth [of] march [2027]`, `the fifth`. */
function readDayOfMonth(words: readonly string[], at: number, today: string): Span | null {
  const start = words[at] === 'on' ? at + 1 : at;
  const first = months.get(words[start] ?? '');
  if (first !== undefined) {
    const day = readDay(words, words[start + 1] === 'the' ? start + 2 : start + 1);
    return day && withYear(words, day.end, first, day.value, today);
  }
  const hasArticle = words[start] === 'the';
  const day = readDay(words, hasArticle ? start + 1 : start);
  if (!day) return null;
  const monthAt = words[day.end] === 'of' ? day.end + 1 : day.end;
  const month = months.get(words[monthAt] ?? '');
  if (month !== undefined) return withYear(words, monthAt + 1, month, day.value, today);
  return hasArticle ? nextDayOfMonth(day.end, day.value, today) : null;
}

function readDay(words: readonly string[], at: number): { end: number; value: number } | null {
  const ordinal = readOneOf(ordinalOf, words, at, 2);
  if (ordinal) return ordinal;
  const isSuffixed = /^(st|nd|rd|th)$/.test(words[at + 1] ?? '');
  if (/^\d{1,2}$/.test(words[at] ?? ''))
    return { end: isSuffixed ? at + 2 : at + 1, value: Number(words[at]) };
  const tens = tensOf.get(words[at] ?? '');
  const unit = unitOf.get(words[tens === undefined ? at : at + 1] ?? '');
  if (tens === undefined) return unit === undefined ? null : { end: at + 1, value: unit };
  return unit === undefined ? { end: at + 1, value: tens } : { end: at + 2, value: tens + unit };
}

function withYear(
  words: readonly string[],
  at: number,
  month: number,
  day: number,
  today: string,
): Span | null {
  if (/^(19|20)\d{2}$/.test(words[at] ?? '')) return dated(at + 1, Number(words[at]), month, day);
  const year = Number(today.slice(0, 4));
  // The next leap day is at most eight years away.
  for (let ahead = 0; ahead <= 8; ahead++) {
    const span = dated(at, year + ahead, month, day);
    if (span && String(span.value) >= today) return span;
  }
  return null;
}

function nextDayOfMonth(end: number, day: number, today: string): Span | null {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1];
  for (let ahead = 0; ahead <= 2; ahead++) {
    const span = dated(end, year + Math.floor((month + ahead) / 12), (month + ahead) % 12, day);
    if (span && String(span.value) >= today) return span;
  }
  return null;
}

function dated(end: number, year: number, month: number, day: number): Span | null {
  const date = new Date(Date.UTC(year, month, day));
  const isReal = date.getUTCMonth() === month && date.getUTCDate() === day;
  return isReal ? { end, value: date.toISOString().slice(0, 10) } : null;
}

function plusDays(date: string, count: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);
}
