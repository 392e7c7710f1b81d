import type { Caller } from '../authentication.ts';
import type { Route } from '../route.ts';
import type { Answer, ServedRequest } from './served-request.ts';

/** Answers expensive requests off the main thread, with the very answers that they would get there. */
export interface RequestThread {
  /** `baseUrl`: of absolute URLs in the answer. The bytes of the body are handed over, and gone here. */
  answer(route: Route, request: ServedRequest, baseUrl: string): Promise<Answer>;
}

/** A request on its way to the thread. */
export interface RequestOrder {
  /** Tells the answers apart. */
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

/** An answer on its way back. */
export interface RequestResult {
  number: number;
  status: number;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer> | null;
}
