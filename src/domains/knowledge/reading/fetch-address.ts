import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { EgressOutlet } from '../../../platform/egress/index.ts';
import { toError } from '../../../platform/kernel/index.ts';
import type { FileFormat } from '../parsing/jobs.ts';

/** The largest page or sitemap, after decompression. */
export const pageBytesMax = 20 * 2 ** 20;
const fetchMsDefault = 30_000;
const userAgent = 'Mozilla/5.0 (compatible; ParleyBot/1.0)';

/** How pages are fetched. */
export interface Fetching {
  outlet: EgressOutlet;
  /** Aborts when the reading ends. */
  signal: AbortSignal;
  /** The longest wait for an answer; 30 s by default. */
  fetchMsMax?: number | undefined;
}

interface FetchLimits {
  bytesMax?: number;
  acceptsAnyType?: boolean;
  /** The validators of the last answer. */
  etag?: string | null;
  lastModified?: string | null;
}

/** The answer of an address. `problem` says in plain words why there is no text. */
export type Fetched =
  | { kind: 'unchanged' }
  | { kind: 'failed'; status: number | null; problem: string; isUnanswered?: boolean }
  | {
      kind: 'read';
      bytes: Uint8Array;
      format: FileFormat;
      charset: string | null;
      etag: string | null;
      lastModified: string | null;
    };

const formats: readonly [RegExp, FileFormat][] = [
  [/^(?:text\/html|application\/xhtml\+xml)$/, 'html'],
  [/^application\/pdf$/, 'pdf'],
  [/^application\/vnd\.openxmlformats-officedocument\.wordprocessingml\.document$/, 'docx'],
  [/^text\/csv$/, 'csv'],
  [/^text\/(?:markdown|x-markdown)$/, 'markdown'],
  [/^text\/plain$/, 'text'],
];

/** Fetches an address once. Redirects within its origin are followed. Rejects only when the signal aborts. */
export async function fetchAddress(
  { outlet, signal, fetchMsMax = fetchMsDefault }: Fetching,
  address: string,
  { bytesMax = pageBytesMax, acceptsAnyType = false, etag, lastModified }: FetchLimits = {},
): Promise<Fetched> {
  const headers: Record<string, string> = { 'user-agent': userAgent, accept: 'text/html, */*;q=0.5' };
  if (etag) headers['if-none-match'] = etag;
  if (lastModified) headers['if-modified-since'] = lastModified;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(fetchMsMax)]);
  try {
    const response = await outlet.fetch(
      address,
      { headers, signal: limit },
      { sameOriginOnly: true, bytesMax },
    );
    if (response.status === 304) return { kind: 'unchanged' };
    if (response.status !== 200) {
      await response.body?.cancel();
      return { kind: 'failed', status: response.status, problem: `the server answers ${response.status}` };
    }
    const [type = '', ...parameters] = (response.headers.get('content-type') ?? 'text/html')
      .toLowerCase()
      .split(';');
    const format =
      formats.find(([types]) => types.test(type.trim()))?.[1] ?? (acceptsAnyType ? 'text' : null);
    if (format === null) {
      await response.body?.cancel();
      return {
        kind: 'failed',
        status: 200,
        problem: `it is ${type.trim().slice(0, 100)}, which cannot be read`,
      };
    }
    const charset = /charset="?([\w-]+)/.exec(parameters.join(';'))?.[1] ?? null;
    return {
      ...{ kind: 'read', format, charset },
      bytes: await unpacked(new Uint8Array(await response.arrayBuffer()), bytesMax),
      ...{ etag: response.headers.get('etag'), lastModified: response.headers.get('last-modified') },
    };
  } catch (error) {
    signal.throwIfAborted();
    if (toError(error).name !== 'TimeoutError')
      return { kind: 'failed', status: null, problem: problemOf(error) };
    const problem = `there was no answer within ${fetchMsMax / 1000} s`;
    return { kind: 'failed', status: null, problem, isUnanswered: true };
  }
}

/** Returns the content of a compressed sitemap (`sitemap.xml.gz`), and other bytes as they are. */
async function unpacked(bytes: Uint8Array, bytesMax: number): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  return promisify(gunzip)(bytes, { maxOutputLength: bytesMax });
}

function problemOf(error: unknown): string {
  const { name, message, cause } = toError(error);
  if (name === 'EgressRefusal' && message.startsWith('a redirect to another origin'))
    return `there is ${message}; add that address instead`;
  if (name === 'EgressRefusal') return message;
  const code = (cause as { code?: string } | undefined)?.code;
  if (code === 'ENOTFOUND') return 'the name of the server is unknown';
  if (code === 'ECONNREFUSED') return 'the server refuses the connection';
  if (/more than \d+ bytes/.test(message) || code === 'ERR_BUFFER_TOO_LARGE') return 'it is too large';
  return `the connection failed (${(code ?? message).slice(0, 100)})`;
}
