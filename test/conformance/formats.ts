/**
 * The text formats that the interface names: RFC 3339 date-times, UUIDs, E.164. Instants are compared as
 * whole microseconds in a bigint, because a JavaScript Date would drop the last three digits.
 */

const dateTimePattern =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const e164Pattern = /^\+[1-9]\d{1,14}$/;

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/**
 * Returns the instant of an RFC 3339 date-time (section 5.6) in microseconds since 1970. Further digits are cut off.
 * Returns null for another text, and for a day or time that does not exist.
 */
export function instantMicros(text: string): bigint | null {
  const match = dateTimePattern.exec(text);
  if (match === null) return null;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  if (hour > 23 || minute > 59 || second > 59) return null;
  const offsetHours = Number(match[9] ?? 0);
  const offsetMinutes = Number(match[10] ?? 0);
  if (offsetHours > 23 || offsetMinutes > 59) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  const micros = BigInt((match[7] ?? '').padEnd(6, '0').slice(0, 6));
  const offset = (match[8] === '-' ? -1 : 1) * (offsetHours * 60 + offsetMinutes);
  return BigInt(date.getTime() - offset * 60_000) * 1000n + micros;
}

/** Writes an instant with six fraction digits: in UTC with `Z`, or at an offset of whole minutes. */
export function formatMicros(micros: bigint, offsetMinutes?: number): string {
  const shifted = micros + BigInt(offsetMinutes ?? 0) * 60_000_000n;
  const fraction = ((shifted % 1_000_000n) + 1_000_000n) % 1_000_000n;
  const whole = new Date(Number((shifted - fraction) / 1000n)).toISOString().slice(0, 19);
  const text = `${whole}.${fraction.toString().padStart(6, '0')}`;
  if (offsetMinutes === undefined) return `${text}Z`;
  const size = Math.abs(offsetMinutes);
  const hours = String(Math.floor(size / 60)).padStart(2, '0');
  return `${text}${offsetMinutes < 0 ? '-' : '+'}${hours}:${String(size % 60).padStart(2, '0')}`;
}

/** Returns whether the text is an RFC 3339 date-time with any offset. */
export function isDateTime(text: string): boolean {
  return instantMicros(text) !== null;
}

/** Returns whether the text is an RFC 3339 date-time in UTC, written with `Z`. */
export function isUtcDateTime(text: string): boolean {
  return text.endsWith('Z') && isDateTime(text);
}

/** Returns whether the text is a date-time in UTC with exactly six fraction digits and `Z`. */
export function isMicrosecondDateTime(text: string): boolean {
  return /\.\d{6}Z$/.test(text) && isDateTime(text);
}

/** Returns whether the text is a UUID, of this version if one is given (RFC 9562, section 4.2). */
export function isUuid(text: string, version?: number): boolean {
  return uuidPattern.test(text) && (version === undefined || text[14] === String(version));
}

/** Returns whether the text is an E.164 number by the pattern of the interface. */
export function isE164(text: string): boolean {
  return e164Pattern.test(text);
}

/** Returns whether the text has the three base64url parts of a compact JSON Web Signature (RFC 7515, section 3.1). */
export function isCompactJws(text: string): boolean {
  return /^[\w-]{2,}\.[\w-]{2,}\.[\w-]{2,}$/.test(text);
}

/**
 * Returns the bounds of a correct `ttl`: `ttlSeconds` minus the time since the write, which is between `shortestMs` and
 * `longestMs`, rounded up to whole seconds.
 */
export function ttlBounds(
  ttlSeconds: number,
  shortestMs: number,
  longestMs: number,
): { least: number; most: number } {
  const left = (elapsedMs: number): number => Math.max(0, Math.ceil(ttlSeconds - elapsedMs / 1000));
  return { least: left(longestMs), most: left(shortestMs) };
}
