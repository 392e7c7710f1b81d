import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { type Dispatcher, getGlobalDispatcher, request } from 'undici';
import { toError } from '../../../platform/kernel/index.ts';
import { failureOfStatus, ProviderError, shorten, Watch, withoutSecrets } from '../kit/index.ts';

/** One HTTP request to a provider. */
export interface HttpRequest {
  /** The provider's name, for errors. */
  provider: string;
  url: string | URL;
  method?: 'GET' | 'POST';
  headers: Record<string, string>;
  body: string | Buffer;
  /** Texts that are removed from error messages. */
  secrets: readonly string[];
  signal?: AbortSignal | undefined;
  /** Opens connections and restricts their destinations; undici's global dispatcher by default. */
  dispatcher?: Dispatcher | undefined;
  /** Whether audio is expected. A response with a text content type is then a failure, whatever its status. */
  isAudio?: boolean;
  /** The limit for connecting and receiving the response headers. */
  firstByteTimeoutMs?: number;
  /** The limit between two parts of the body. */
  idleTimeoutMs?: number;
  /** Receives the status and the headers of a 2xx response before its body. */
  onHead?: (status: number, headers: IncomingHttpHeaders) => void;
}

const defaultFirstByteTimeoutMs = 15_000;
const defaultIdleTimeoutMs = 10_000;
/** The most bytes that are read of an error response. */
const failureBytesMax = 16_384;

/**
 * Sends a request, and streams the body of a 2xx response. A reader that stops early closes the connection. Throws a
 * `ProviderError` for any other status, redirects included, for a broken connection, and after a timeout. Throws the
 * reason of `signal` as soon as it aborts.
 */
export async function* requestBody(options: HttpRequest): AsyncIterable<Uint8Array> {
  const { provider, signal, secrets } = options;
  signal?.throwIfAborted();
  const local = new AbortController();
  const idleTimeoutMs = options.idleTimeoutMs ?? defaultIdleTimeoutMs;
  const watch = new Watch(() =>
    local.abort(new ProviderError(provider, `${provider} did not answer in time`, { retryable: true })),
  );
  watch.restart(options.firstByteTimeoutMs ?? defaultFirstByteTimeoutMs);
  let body: Readable | undefined;
  try {
    const answer = await request(options.url, {
      method: options.method ?? 'POST',
      headers: options.headers,
      body: options.body,
      dispatcher: options.dispatcher ?? getGlobalDispatcher(),
      signal: signal ? AbortSignal.any([signal, local.signal]) : local.signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    body = answer.body;
    watch.restart(idleTimeoutMs);
    const isOther = options.isAudio === true && isText(answer.headers['content-type']);
    if (answer.statusCode < 200 || answer.statusCode > 299 || isOther) {
      throw failureOfStatus(provider, answer.statusCode, await headOf(body), secrets);
    }
    options.onHead?.(answer.statusCode, answer.headers);
    for await (const part of body) {
      watch.stop();
      yield part as Uint8Array;
      watch.restart(idleTimeoutMs);
    }
  } catch (thrown) {
    signal?.throwIfAborted();
    local.signal.throwIfAborted();
    throw thrown instanceof ProviderError ? thrown : networkFailure(provider, thrown, secrets);
  } finally {
    watch.stop();
    // A connection whose response was read to its end is reused. A destroyed body emits an error, which is ignored here.
    if (body && !body.readableEnded) body.on('error', () => undefined).destroy();
  }
}

/** Returns the whole body as text. A body over `bytesMax` is a failure that is not retryable. */
export async function requestText(options: HttpRequest, bytesMax: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of requestBody(options)) {
    bytes += part.length;
    if (bytes > bytesMax) {
      const message = `${options.provider} answered with more than ${bytesMax} bytes`;
      throw new ProviderError(options.provider, message, { retryable: false });
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function isText(type: string | string[] | undefined): boolean {
  return /^\s*(text\/|application\/([^;]*\+)?(json|xml)\b)/i.test(String(type ?? ''));
}

async function headOf(body: Readable): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    parts.push(part as Uint8Array);
    bytes += (part as Uint8Array).length;
    if (bytes >= failureBytesMax) break;
  }
  return Buffer.concat(parts).subarray(0, failureBytesMax).toString('utf8');
}

/** Returns the failure of a connection. It is retryable, unless the dispatcher forbids the destination. */
function networkFailure(provider: string, thrown: unknown, secrets: readonly string[]): ProviderError {
  const { message, cause } = toError(thrown);
  const words = shorten(withoutSecrets(message || toError(cause).message, secrets));
  const { retryable } = thrown as { retryable?: unknown };
  return new ProviderError(provider, `${provider} could not be reached: ${words}`, {
    retryable: retryable !== false,
    cause: thrown,
  });
}
