import type { Route } from './route.ts';

/** An operation as far as the document tells of it; some are for pages that hold a widget, and for their visitors. */
export type DescribedRoute = Omit<Route, 'handle' | 'openTo'> & {
  openTo?: Route['openTo'] | 'page' | 'visitor';
};

/** Of the API: what is done with a key, or with a session, can be repeated. */
export function takesKeys({ openTo }: DescribedRoute): boolean {
  return openTo === undefined || openTo === 'session';
}

/** In words. */
export function needsOf({ scope, furtherScopes = [], openTo }: DescribedRoute): string {
  if (openTo === 'page')
    return 'Needs no credential, but the `Origin` of a page that may hold the widget (`allowedOrigins`).';
  if (openTo === 'visitor')
    return 'Needs the session of the visitor who began the chat, and the `Origin` of a page that may hold the widget.';
  if (openTo === 'anyone') return 'Needs no credential; pages of other sites are refused.';
  if (openTo === 'session') return 'Needs the session of somebody who signed in; an API key is not taken.';
  const further = furtherScopes.map((one) => `, and as said above \`${one}\``).join('');
  return `Needs the scope \`${scope}\`${further}.`;
}

/** What browsers send by themselves is not enough where something is changed. */
export function securityOf({ method, openTo }: DescribedRoute): Record<string, string[]>[] {
  if (openTo === 'anyone' || openTo === 'page') return [];
  if (openTo === 'visitor') return [{ visitorSession: [] }];
  const session = method === 'GET' ? { session: [] } : { session: [], csrfToken: [] };
  return openTo === 'session' ? [session] : [{ bearerAuth: [] }, session];
}

/** Every credential there is. */
export const securitySchemes = {
  bearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'API key' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'parley_session',
    description:
      'The session of somebody who signed in at the console, with all that the role of the member may do; `__Host-parley_session` where the service is reached over https',
  },
  csrfToken: {
    type: 'apiKey',
    in: 'header',
    name: 'x-csrf-token',
    description: 'The `csrfToken` of the session, with every change that is made by one',
  },
  visitorSession: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The `sessionToken` that a visitor of a web page began a chat with: good for that chat alone, and for an hour. No API key is taken in its place, nor it in the place of one',
  },
};
