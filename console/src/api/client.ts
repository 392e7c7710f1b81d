import createClient from 'openapi-fetch';
import type { components, paths } from '../../../packages/sdk/src/schema.gen.ts';
import { failureOf, unreachable } from './failure.ts';

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

/** What requests carry from now on; null: nobody is signed in. */
export function setCsrfToken(token: string | null): void {
  csrfToken = token;
}

/** Called when an answer says that the session is over. */
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener;
}

/** As `fetch`, with what the service wants beside it. Rejects with an `ApiFailure` for whatever is no success. */
export async function send(input: Request | string, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
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
