import createClient from 'openapi-fetch';
import type { components, paths } from '../../../packages/sdk/src/schema.gen.ts';
import { ApiFailure, failureOf, unreachable } from './failure.ts';

/** A named schema of the API, such as `Schema<'Call'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** What can be asked for at an address of the API, such as `QueryOf<'/api/audit-logs'>`. */
export type QueryOf<Path extends keyof paths> = paths[Path] extends {
  get: { parameters: { query?: infer Query } };
}
  ? NonNullable<Query>
  : never;

/** Sent with whatever changes something; the session tells it. */
let csrfToken: string | null = null;
let onSignedOut: () => void = () => undefined;
let renewToken: () => Promise<boolean> = () => Promise.resolve(false);

/** What requests carry from now on; null: nobody is signed in. */
export function setCsrfToken(token: string | null): void {
  csrfToken = token;
}

/** Called when an answer says that the session may be over. */
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener;
}

/** Called when the token was not taken, as after somebody signed in anew in another tab: whether there is a new one now. */
export function whenTokenRefused(renew: () => Promise<boolean>): void {
  renewToken = renew;
}

/** As `fetch`, with what the service wants beside it. Rejects with an `ApiFailure` for whatever is no success. */
export async function send(input: Request | string, init?: RequestInit): Promise<Response> {
  // A request is sent once; where it is to be sent again its body is needed again.
  const again = input instanceof Request ? input.clone() : input;
  try {
    return await sendOnce(new Request(input, init));
  } catch (failure) {
    if (!(failure instanceof ApiFailure && failure.code === 'csrf.token')) throw failure;
    if (!(await renewToken())) throw failure;
    return sendOnce(new Request(again, init));
  }
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

/** The body of a successful answer; rejects with an `ApiFailure`. */
export async function read<Data>(answer: Promise<{ data?: Data }>): Promise<Data> {
  const { data } = await answer;
  return data as Data;
}
