import type { Readable } from 'node:stream';
import { type Dispatcher, getGlobalDispatcher, request } from 'undici';
import { toError } from '../../../platform/kernel/index.ts';
import { failureOfStatus, ProviderError, shorten, Watch, withoutSecrets } from '../kit/index.ts';

/** One request to a provider. */
export interface HttpRequest {
  /** The provider's name, for failures. */
  provider: string;
  url: string | URL;
  method?: 'GET' | 'POST';
  headers: Record<string, string>;
  body: string | Buffer;
  /** What must never stand in a failure's message. */
  secrets: readonly string[];
  signal?: AbortSignal | undefined;
  /** What opens the connections, and decides where they may go; default: undici's own. */
  dispatcher?: Dispatcher | undefined;
  /** Audio is asked for: an answer that says of itself that it is text is a failure, whatever its status. */
  isAudio?: boolean;
  /** Until the head of the answer, the connection included. */
  firstByteTimeoutMs?: number;
  /** Between two parts of the body. */
  idleTimeoutMs?: number;
}

const defaultFirstByteTimeoutMs = 15_000;
const defaultIdleTimeoutMs = 10_000;
/** Bytes of an answer that reports a failure. */
const failureBytesMax = 16_384;

/**
 * Sends a request and gives the body of a 2xx answer in parts as they come; a reader that stops early closes the
 * connection. Throws a ProviderError for every other status, for what breaks on the way and for silence that lasts
 * too long, and the reason of `signal` as soon as that is aborted. Redirects are not followed: they are failures.
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
    // A connection whose answer was read to its end serves the next request. Bodies that are destroyed tell of it as
    // an error that nobody else waits for.
    if (body && !body.readableEnded) body.on('error', () => undefined).destroy();
  }
}

/** The whole body as text, `bytesMax` at most; more is a failure for good. */
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

/** What broke between here and the provider; it may work the next time, unless the guard forbids the way. */
function networkFailure(provider: string, thrown: unknown, secrets: readonly string[]): ProviderError {
  const { message, cause } = toError(thrown);
  const words = shorten(withoutSecrets(message || toError(cause).message, secrets));
  const { retryable } = thrown as { retryable?: unknown };
  return new ProviderError(provider, `${provider} could not be reached: ${words}`, {
    retryable: retryable !== false,
    cause: thrown,
  });
}
