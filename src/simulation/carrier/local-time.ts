const bucketMs = 900_000;
const formats = new Map<string, Intl.DateTimeFormat>();
/** The offset of a zone in one quarter of an hour; all offsets in use, and their changes, fall on quarters. */
const offsets = new Map<string, { bucket: number; offsetMs: number }>();

/**
 * Returns how far `zone` (an IANA time zone) is ahead of UTC at `atMs`, in milliseconds. It uses the runtime's calendar and
 * not `src/domains/schedules`, because the rule checker verifies the schedules with it.
 */
export function offsetAt(zone: string, atMs: number): number {
  const bucket = Math.floor(atMs / bucketMs);
  const known = offsets.get(zone);
  if (known?.bucket === bucket) return known.offsetMs;
  const offsetMs = reckonOffset(zone, bucket * bucketMs);
  offsets.set(zone, { bucket, offsetMs });
  return offsetMs;
}

/** The hour of the day in `zone`, 0 to 23. */
export function localHour(zone: string, atMs: number): number {
  return new Date(atMs + offsetAt(zone, atMs)).getUTCHours();
}

function reckonOffset(zone: string, atMs: number): number {
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
