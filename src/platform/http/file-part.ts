import { ApiError } from '../kernel/index.ts';
import { StreamedBody } from './route.ts';

/** Octets from `start` up to, but not including, `end`. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A file that is sent as an answer. */
export interface SentFile {
  contentType: string;
  /** The name under which a browser saves it. */
  name: string;
  size: number;
  read: (range: ByteRange) => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>;
}

/** Returns a file as an answer, or the part that the Range header asks for. Throws a 416 for a part beyond the end. */
export async function filePart(
  { contentType, name, size, read }: SentFile,
  header: string | undefined,
): Promise<StreamedBody> {
  const range = byteRange(header, size);
  const { start, end } = range ?? { start: 0, end: size };
  const headers: Record<string, string> = {
    'accept-ranges': 'bytes',
    'content-length': String(end - start),
    'content-disposition': `inline; filename="${name}"`,
  };
  if (range) headers['content-range'] = `bytes ${start}-${end - 1}/${size}`;
  return new StreamedBody(contentType, await read({ start, end }), headers, range ? 206 : undefined);
}

/**
 * Returns the part of `size` octets that a Range header asks for (RFC 9110 §14.1.2). Null for a header to ignore:
 * absent, malformed, with several ranges, or in another unit. Throws a 416 for a part beyond the end.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!match) return null;
  const [first, last] = [match[1]!, match[2]!];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    if (length === 0) throw beyond(size);
    return { start: size - length, end: size };
  }
  const start = Number(first);
  const end = last === '' ? size : Math.min(Number(last) + 1, size);
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) throw beyond(size);
  return { start, end };
}

function beyond(size: number): ApiError {
  const headers = { 'content-range': `bytes */${size}` };
  return new ApiError(416, 'range.beyond_end', `Range: the file has only ${size} octets.`, { headers });
}
