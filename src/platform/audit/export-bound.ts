/**
 * Returns an exclusive bound on createdAt as a UTC text for PostgreSQL: the nearest whole microsecond that preserves
 * "strictly after" (`after`) or "strictly before" (`before`). Digits beyond the sixth are cut off for `after` and
 * rounded up for `before`. Only whole seconds pass through a Date.
 * `text` is a validated RFC 3339 date-time with any offset. An instant outside the years 1 to 9999, where an offset can
 * lead, becomes an infinity.
 */
export function exclusiveBound(text: string, side: 'after' | 'before'): string {
  const [, upToSeconds, fraction = '', offset] = /^([^.]+?)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/.exec(text)!;
  let seconds = Date.parse(`${upToSeconds}${offset}`) / 1000;
  let microseconds = Number(fraction.slice(0, 6).padEnd(6, '0'));
  if (side === 'before' && /[1-9]/.test(fraction.slice(6))) microseconds++;
  if (microseconds === 1_000_000) {
    seconds++;
    microseconds = 0;
  }
  const utc = new Date(seconds * 1000);
  if (utc.getUTCFullYear() < 1) return '-infinity';
  if (utc.getUTCFullYear() > 9999) return 'infinity';
  return `${utc.toISOString().slice(0, 19)}.${String(microseconds).padStart(6, '0')}Z`;
}
