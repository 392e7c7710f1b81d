import { errorOfAnswer, ParleyError } from './error.ts';
import type { ParleyOptions, RequestOptions } from './options.ts';
import { type AttemptOutcome, mayRetry, retryDelayMs, sleep } from './retry.ts';
import { errorOfUnanswered } from './unanswered.ts';

/** A body that is sent unchanged. */
export type RawBody = string | Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

/** A request, which may be sent several times. */
export interface ApiRequest {
  method: string;
  /** The path from the root of the service, with the query. */
  path: string;
  headers: Record<string, string>;
  body: RawBody | null;
  /** Whether the operation accepts an Idempotency-Key. */
  isKeyed: boolean;
  /** Whether the caller reads the body as it arrives. Otherwise it is read here, as a part of the attempt. */
  isStreamed: boolean;
  options: RequestOptions;
}

const defaultTimeoutMs = 30_000;
const defaultRetriesMax = 4;

/** Sends requests to one service, with retries. */
export class Transport {
  readonly #options: ParleyOptions;
  readonly #baseUrl: string;
  readonly #authorization: string;

  constructor(options: ParleyOptions) {
    this.#options = options;
    this.#baseUrl = checkedBaseUrl(options.baseUrl);
    this.#authorization = `Bearer ${checkedApiKey(options.apiKey)}`;
  }

  /**
   * Returns the successful answer with its unread body. Rejects with a `ParleyError`, or with the reason of the signal.
   */
  async send(request: ApiRequest): Promise<Response> {
    const retriesMax = request.options.retriesMax ?? this.#options.retriesMax ?? defaultRetriesMax;
    const key = request.isKeyed ? (request.options.idempotencyKey ?? crypto.randomUUID()) : null;
    // A streamed body is consumed by the first attempt.
    const canSendAgain = !(request.body instanceof ReadableStream);
    const isPatient = retriesMax === Number.POSITIVE_INFINITY;
    const isRepeatable = key !== null || /^(GET|HEAD|PUT|DELETE)$/.test(request.method);
    for (let attempt = 1, mayBeDone = false; ; attempt++) {
      const answer = await this.#attempt(request, key);
      if (answer instanceof Response && answer.ok) return answer;
      // An earlier attempt, whose answer was lost, has deleted the resource.
      if (mayBeDone && request.method === 'DELETE' && answer instanceof Response && answer.status === 404)
        return new Response(null, { status: 204 });
      const outcome = outcomeOf(answer);
      mayBeDone ||= outcome.status !== 429 && outcome.status !== 503;
      const delayMs =
        attempt <= retriesMax && canSendAgain && mayRetry(outcome, { isRepeatable, isPatient })
          ? retryDelayMs(attempt, outcome, { nowMs: Date.now(), random: Math.random(), isPatient })
          : null;
      const error = answer instanceof Response ? await errorOfAnswer(answer) : answer;
      if (delayMs === null) throw error;
      this.#options.onRetry?.({ error, attempt, delayMs });
      await sleep(delayMs, request.options.signal);
    }
  }

  /** Makes one attempt. Returns an answer of any status, or the error of a request without an answer. */
  async #attempt(request: ApiRequest, key: string | null): Promise<Response | ParleyError> {
    const { signal, timeoutMs = this.#options.timeoutMs ?? defaultTimeoutMs } = request.options;
    signal?.throwIfAborted();
    const headers = new Headers(request.headers);
    headers.set('authorization', this.#authorization);
    if (key !== null) headers.set('idempotency-key', key);
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), timeoutMs);
    try {
      const answer = await (this.#options.fetch ?? fetch)(this.#baseUrl + request.path, {
        method: request.method,
        headers,
        // The API key must not follow a redirect to another address.
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
        ...(request.body === null ? {} : { body: request.body }),
        ...(request.body instanceof ReadableStream ? { duplex: 'half' } : {}),
      });
      return request.isStreamed && answer.ok ? answer : await readWhole(answer);
    } catch (cause) {
      signal?.throwIfAborted();
      return timeout.signal.aborted
        ? new ParleyError({ status: 0, code: 'timeout', message: `No answer in ${timeoutMs} ms.`, cause })
        : errorOfUnanswered(this.#baseUrl, cause);
    } finally {
      clearTimeout(timer);
    }
  }
}

function outcomeOf(answer: Response | ParleyError): AttemptOutcome {
  return answer instanceof Response
    ? { status: answer.status, retryAfter: answer.headers.get('retry-after'), isHopeless: false }
    : { status: null, retryAfter: null, isHopeless: answer.code === 'unusable_address' };
}

/** Reads the body into memory, so that a connection that breaks within it fails the attempt. */
async function readWhole(answer: Response): Promise<Response> {
  const { status, statusText, headers } = answer;
  return new Response((await answer.text()) || null, { status, statusText, headers });
}

/** Returns the key without the white space around it in a file. Throws a TypeError that never quotes it. */
function checkedApiKey(given: string): string {
  const apiKey = given?.trim();
  if (!apiKey) throw new TypeError('apiKey: give the API key of an organization');
  if (/^[\x21-\x7e]+$/.test(apiKey)) return apiKey;
  throw new TypeError('apiKey: has a character that is in no key, such as a space or the end of a line');
}

/**
 * Returns the address without a trailing slash. Throws a TypeError that does not quote it, because it may contain a
 * password.
 */
function checkedBaseUrl(given: string): string {
  if (!URL.canParse(given)) throw new TypeError('baseUrl: give the URL of a service');
  const { protocol, username, password } = new URL(given);
  if (!/^https?:$/.test(protocol)) throw new TypeError('baseUrl: has to begin with http:// or https://');
  if (username || password) throw new TypeError('baseUrl: must not hold a user or a password');
  return given.trim().replace(/\/+$/, '');
}
