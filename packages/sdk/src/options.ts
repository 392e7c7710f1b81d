import type { ParleyError } from './error.ts';

/** A failed attempt that is about to be retried. */
export interface RetryNotice {
  error: ParleyError;
  /** The first attempt is 1. */
  attempt: number;
  /** The delay before the next attempt. */
  delayMs: number;
}

/** The options of a client. */
export interface ParleyOptions {
  /** Sent as the bearer token. */
  apiKey: string;
  /** The address of the service, such as `https://voice.example.com`. Paths are appended to it. */
  baseUrl: string;
  /**
   * Timeout of one attempt in milliseconds; 30,000 by default. Covers the response body, except of streams and files.
   */
  timeoutMs?: number;
  /**
   * Maximum retries of temporary failures; 4 by default, 0 for none. `Infinity`, which begun streams always use, also
   * retries an unusable address.
   */
  retriesMax?: number;
  /** Called before each wait for another attempt. */
  onRetry?: (notice: RetryNotice) => void;
  /** Sends requests; the global `fetch` by default. */
  fetch?: typeof fetch;
}

/** The options of one request. */
export interface RequestOptions {
  /**
   * Aborts the request, its retries and the reading of the response. The promise then rejects with the signal's reason.
   */
  signal?: AbortSignal;
  /** Overrides the client's `timeoutMs`. */
  timeoutMs?: number;
  /** Overrides the client's `retriesMax`. */
  retriesMax?: number;
  /**
   * Requests with the same key take effect once. The client generates a key for each request that accepts one. Pass
   * your own if your process may crash before it reads the response.
   */
  idempotencyKey?: string;
}
