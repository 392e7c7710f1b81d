import { jsonOf } from './json-of.ts';
import type { RequestOptions } from './options.ts';
import { Paged, type PageMetadata } from './paged.ts';
import { ServerSentEvents } from './server-sent-events.ts';
import type { RawBody, Transport } from './transport.ts';

/** The properties of an operation that a call needs. */
export interface Operation {
  method: string;
  /** Contains `{name}` for each leading argument. */
  path: string;
  /** The encoding of the body. Left out when there is none. */
  body?: 'json' | keyof typeof uploadTypes;
  /** Whether the operation has query parameters. */
  query?: true;
  /** Whether the operation accepts an Idempotency-Key. */
  keyed?: true;
  /** The timeout of an operation that takes long. */
  timeoutMs?: number;
  /** `page:calls`: pages, with their items in `calls`. `raw`: the response itself. */
  answer: 'json' | 'none' | 'raw' | 'events' | `page:${string}`;
}

/** The media types of bodies that are files. */
const uploadTypes = { csv: 'text/csv', wav: 'audio/wav', 'octet-stream': 'application/octet-stream' };

function isUpload(kind: Operation['body']): kind is keyof typeof uploadTypes {
  return kind !== undefined && kind !== 'json';
}

/** The timeout of uploads, because files may be large. */
const uploadTimeoutMs = 600_000;

/** Returns the timeout of an operation that takes longer than others. */
function timeoutOf({ body, timeoutMs = isUpload(body) ? uploadTimeoutMs : undefined }: Operation) {
  return timeoutMs === undefined ? {} : { timeoutMs };
}

/** Carries out an operation with the arguments of its method in order: path values, body, query, request options. */
export function callOperation(transport: Transport, operation: Operation, args: unknown[]): unknown {
  const rest = [...args];
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathValue(name, rest.shift()));
  const body = operation.body ? rest.shift() : undefined;
  const query = operation.query ? (rest.shift() as Record<string, unknown> | undefined) : undefined;
  const options = (rest.shift() ?? {}) as RequestOptions;
  const { answer } = operation;
  const send = (search: string, headers: Record<string, string> = {}, more: RequestOptions = {}) =>
    transport.send({
      method: operation.method,
      path: path + search,
      headers: { accept: acceptOf(operation), ...headers, ...contentTypeOf(operation, body) },
      body: bodyOf(operation, body),
      isKeyed: operation.keyed === true,
      isStreamed: answer === 'events' || answer === 'raw',
      options: { ...timeoutOf(operation), ...options, ...more },
    });
  const search = searchOf(query ?? {});
  if (answer === 'events') {
    const open = (id: string | null, more: RequestOptions) =>
      send(search, id === null ? {} : { 'last-event-id': id }, more);
    return new ServerSentEvents(open, options.signal);
  }
  if (answer === 'none') return send(search).then(() => undefined);
  if (answer === 'raw') return send(search);
  const read = async (text: string) => (await jsonOf(await send(text))) as PageMetadata;
  return answer === 'json' ? read(search) : new Paged(read, search, answer.slice('page:'.length));
}

function pathValue(name: string, value: unknown): string {
  // An empty value would result in another operation's path.
  if (typeof value !== 'string' || value === '')
    throw new TypeError(`${name}: give a text that is not empty`);
  return encodeURIComponent(value);
}

/** Returns the query string with its question mark. Values that are undefined or null are left out. */
export function searchOf(query: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    if (value instanceof Date) search.set(name, value.toISOString());
    else if (Array.isArray(value)) for (const item of value) search.append(name, String(item));
    else search.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return search.size === 0 ? '' : `?${search}`;
}

function acceptOf({ answer }: Operation): string {
  if (answer === 'events') return 'text/event-stream';
  return answer === 'raw' ? '*/*' : 'application/json';
}

function contentTypeOf({ body: kind }: Operation, body: unknown): Record<string, string> {
  if (isUpload(kind)) return { 'content-type': uploadTypes[kind] };
  return kind === 'json' && body !== undefined ? { 'content-type': 'application/json' } : {};
}

function bodyOf({ body: kind }: Operation, body: unknown): RawBody | null {
  if (kind === undefined || body === undefined) return null;
  return kind === 'json' ? JSON.stringify(body) : (body as RawBody);
}
