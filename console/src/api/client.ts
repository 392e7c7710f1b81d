import createClient from 'openapi-fetch';
import type { paths } from '../../../packages/sdk/src/schema.gen.ts';
import { ApiFailure, failureOf, unreachable } from './failure.ts';

/** Sent with every change. The session provides it. */
let csrfToken: string | null = null;
let onSignedOut: () => void = () => undefined;
let renewToken: () => Promise<boolean> = () => Promise.resolve(false);

/** Sets the token of later requests; null when signed out. */
export function setCsrfToken(token: string | null): void {
  csrfToken = token;
}

/** Registers what to do when an answer says that the session may have ended. */
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener;
}

/**
 * Registers what to do when the token was refused, for example after a sign-in in another tab. Resolves to true when
 * there is a new token.
 */
export function whenTokenRefused(renew: () => Promise<boolean>): void {
  renewToken = renew;
}

/**
 * Calls `fetch` with the headers that the service requires. Rejects with an `ApiFailure` unless the answer is a
 * success.
 */
export async function send(input: Request | string, init?: RequestInit): Promise<Response> {
  // A request can be sent only once, so a copy is kept for a second try.
  const again = input instanceof Request ? input.clone() : input;
  try {
    return await sendPatiently(new Request(input, init));
  } catch (failure) {
    if (!(failure instanceof ApiFailure && failure.code === 'csrf.token')) throw failure;
    if (!(await renewToken())) throw failure;
    return sendOnce(new Request(again, init));
  }
}

/** Refusals for the number of requests. The service has done nothing. */
const busyCodes = new Set(['operation.busy', 'organization.busy', 'rate_limited']);
const waitsMax = 4;
const waitSecondsMax = 10;

/** Sends a request. A reading one that finds the service busy waits as long as `Retry-After` says, and is sent again. */
async function sendPatiently(request: Request): Promise<Response> {
  if (!/^(GET|HEAD)$/.test(request.method)) return sendOnce(request);
  for (let waits = 0; ; waits++) {
    try {
      return await sendOnce(new Request(request));
    } catch (failure) {
      if (!(failure instanceof ApiFailure && busyCodes.has(failure.code)) || waits === waitsMax)
        throw failure;
      await pause(Math.min(failure.retryAfterSeconds ?? 1, waitSecondsMax) * 1000, request.signal);
    }
  }
}

/** Resolves after a time. Rejects at once when the request is aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve();
    }
    if (signal.aborted) done();
  });
}

async function sendOnce(request: Request): Promise<Response> {
  if (csrfToken !== null && !/^(GET|HEAD)$/.test(request.method))
    request.headers.set('x-csrf-token', csrfToken);
  const response = await fetch(request).catch((error: unknown) => {
    if (request.signal.aborted) throw error;
    throw unreachable();
  });
  if (response.ok) return response;
  if (response.status === 401 && new URL(request.url).pathname.startsWith('/api/')) onSignedOut();
  throw await failureOf(response);
}

/** The operations of the API by method and path, typed from openapi/openapi.json. */
export const api = createClient<paths>({
  baseUrl: window.location.origin,
  fetch: (request) => send(request),
});

/** Returns the body of a successful answer. Rejects with an `ApiFailure`. */
export async function read<Data>(answer: Promise<{ data?: Data }>): Promise<Data> {
  const { data } = await answer;
  return data as Data;
}
