import type { Route } from './route.ts';

/** An operation as the document describes it. Some are for pages that hold a widget, and for their visitors. */
export type DescribedRoute = Omit<Route, 'handle' | 'openTo'> & {
  openTo?: Route['openTo'] | 'page' | 'visitor';
};

/** Returns whether a request can be repeated with an Idempotency-Key: the operation takes a key or a session. */
export function takesIdempotencyKeys({ method, openTo, isNeverReplayed }: DescribedRoute): boolean {
  return method === 'POST' && (openTo === undefined || openTo === 'session') && !isNeverReplayed;
}

/** Returns a sentence that names the scopes that an operation needs. */
export function needsOf({ scope, furtherScopes = [], openTo }: DescribedRoute): string {
  if (openTo === 'page')
    return 'Needs no credential, but the `Origin` of a page that may hold the widget (`allowedOrigins`).';
  if (openTo === 'visitor')
    return 'Needs the session of the visitor who began the chat, and the `Origin` of a page that may hold the widget.';
  if (openTo === 'anyone') return 'Needs no credential; pages of other sites are refused.';
  if (openTo === 'session') return 'Needs the session of a signed-in member; API keys are refused.';
  const further = furtherScopes.map((one) => `, and in the cases named above \`${one}\``).join('');
  return `Needs the scope \`${scope}\`${further}.`;
}

/** A cookie alone, which browsers send by themselves, does not permit a change. */
export function securityOf({ method, openTo }: DescribedRoute): Record<string, string[]>[] {
  if (openTo === 'anyone' || openTo === 'page') return [];
  if (openTo === 'visitor') return [{ visitorSession: [] }];
  const session = method === 'GET' ? { session: [] } : { session: [], csrfToken: [] };
  return openTo === 'session' ? [session] : [{ bearerAuth: [] }, session];
}

export const securitySchemes = {
  bearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'API key' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'parley_session',
    description:
      'The session of a member who signed in at the console, with the scopes of the member’s role; `__Host-parley_session` over https',
  },
  csrfToken: {
    type: 'apiKey',
    in: 'header',
    name: 'x-csrf-token',
    description: 'The `csrfToken` of the session; required for every change by a session',
  },
  visitorSession: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The `sessionToken` of a chat that a visitor of a web page began. It is valid for an hour, for that chat only. It is no API key, and API keys are not accepted in its place',
  },
};
