const bucketMs = 900_000;
const formats = new Map<string, Intl.DateTimeFormat>();
/** The offset of each zone in one quarter of an hour. Offsets change only at quarters of an hour. */
const offsets = new Map<string, { bucket: number; offsetMs: number }>();

/**
 * Returns the offset of `zone` (an IANA time zone) from UTC at `atMs`, in milliseconds. It uses `Intl` and not
 * `src/domains/schedules`, because the rule checker verifies the schedules with it.
 */
export function offsetAt(zone: string, atMs: number): number {
  const bucket = Math.floor(atMs / bucketMs);
  const known = offsets.get(zone);
  if (known?.bucket === bucket) return known.offsetMs;
  const offsetMs = computeOffset(zone, bucket * bucketMs);
  offsets.set(zone, { bucket, offsetMs });
  return offsetMs;
}

/** Returns the hour of the day in `zone`, 0 to 23. */
export function localHour(zone: string, atMs: number): number {
  return new Date(atMs + offsetAt(zone, atMs)).getUTCHours();
}

function computeOffset(zone: string, atMs: number): number {
  let format = formats.get(zone);
  if (!format) {
    const fields = {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    } as const;
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...fields });
    formats.set(zone, format);
  }
  const of = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(of.year!, of.month! - 1, of.day!, of.hour!, of.minute!) - atMs;
}
