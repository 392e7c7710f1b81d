/** Octets from `start` up to, but not including, `end`. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Returns the part of `size` octets that a Range header asks for (RFC 9110 §14.1.2). Null for a header to ignore:
 * absent, malformed, with several ranges, in another unit, or beyond the end.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!match) return null;
  const [first, last] = [match[1]!, match[2]!];
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? null : { start: size - length, end: size };
  }
  const start = Number(first);
  const end = last === '' ? size : Math.min(Number(last) + 1, size);
  return start < end ? { start, end } : null;
}
