import type { Caller } from '../authentication.ts';
import type { Route } from '../route.ts';
import type { Answer, ServedRequest } from './served-request.ts';

/** Answers expensive requests outside the main thread, with answers identical to those of the main thread. */
export interface RequestThread {
  /**
   * `baseUrl` is the base of absolute URLs in the answer. The bytes of the body are transferred to the thread and no
   * longer available here.
   */
  answer(route: Route, request: ServedRequest, baseUrl: string): Promise<Answer>;
}

/** A request as it is sent to the thread. */
export interface RequestOrder {
  /** Matches the result to the order. */
  number: number;
  operationId: string;
  request: {
    id: string;
    method: string;
    url: string;
    params: unknown;
    query: unknown;
    headers: Record<string, string | string[] | undefined>;
    ip: string;
    caller: Caller;
  };
  baseUrl: string;
  body: Uint8Array<ArrayBuffer> | null;
}

/** An answer as the thread returns it. */
export interface RequestResult {
  number: number;
  status: number;
  headers: Record<string, string | string[]>;
  body: Uint8Array<ArrayBuffer> | null;
}
