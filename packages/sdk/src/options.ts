import type { ParleyError } from './error.ts';

/** An attempt that did not get through, before it is made again. */
export interface RetryNotice {
  error: ParleyError;
  /** 1 is the first. */
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
  /** The timeout of one attempt in milliseconds, including the body except for streams and files; 30,000 when left out. */
  timeoutMs?: number;
  /**
   * How often a failed request is tried again; 4 when left out, 0 for never. With `Infinity`, and in streams that have
   * begun, it is tried for ever, even at an address that cannot work until its configuration changes.
   */
  retriesMax?: number;
  /** Called before each wait for another attempt. */
  onRetry?: (notice: RetryNotice) => void;
  /** Carries out requests; the global `fetch` when left out. */
  fetch?: typeof fetch;
}

/** The options of one request. */
export interface RequestOptions {
  /** Ends the request, its retries and what is read of its answer; the call then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** In place of the client's. */
  timeoutMs?: number;
  /** In place of the client's. */
  retriesMax?: number;
  /**
   * Two requests with the same key change things once. One is made for every request that takes one; your own helps
   * where a program may die between asking and knowing the answer.
   */
  idempotencyKey?: string;
}
