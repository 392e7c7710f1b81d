import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Schema, send, setCsrfToken } from './client.ts';
import { ApiFailure } from './failure.ts';

/** Who is signed in, and what they may do. */
export type Session = Schema<'Session'>;

/** What is known of who follows a link, before they have chosen a password. */
export type Invitation = Schema<'JoinInfo'>;

async function fetchSession(): Promise<Session | null> {
  try {
    return kept((await (await send('/console/session')).json()) as Session);
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.status === 401) return kept(null);
    throw failure;
  }
}

/** The requests that follow carry what this session says. */
function kept<Value extends Session | null>(session: Value): Value {
  setCsrfToken(session?.csrfToken ?? null);
  return session;
}

function post(path: string, body: unknown): Promise<Response> {
  return send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** The session of this browser; null: nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: fetchSession,
  staleTime: 60_000,
  refetchOnWindowFocus: true,
});

/** What the provider is called by which people sign in here; null: there is none. */
export const oidcQuery = queryOptions({
  queryKey: ['session', 'oidc'],
  queryFn: async () => (await (await send('/console/oidc')).json()) as Schema<'OidcOffer'>,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** The page of the provider to go to. */
export async function beginOidc(given: {
  returnTo: string;
  organizationId?: string;
}): Promise<{ url: string }> {
  return (await post('/console/oidc', given)).json() as Promise<Schema<'OidcAddress'>>;
}

/** The session, in what is only shown to who is signed in. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery);
  if (!data) throw new Error('shown to nobody who is not signed in');
  return data;
}

/** Whether the member's role allows what needs this scope, such as `calls:write`: what is not allowed is not offered. */
export function useCan(scope: string): boolean {
  return useSession().scopes.includes(scope);
}

/** Signs in and out, and joins by a link; the pages follow by themselves. */
export function useSignIn() {
  const client = useQueryClient();
  const refetch = async () => {
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
    await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
  };
  return {
    signIn: async (given: { email: string; password: string; organizationId?: string }) => {
      await post('/console/session', given);
      await refetch();
    },
    join: async (given: { token: string; password: string; email?: string }) => {
      await post('/console/join', given);
      await refetch();
    },
    /** With what the provider has added to the address of our page; tells where to go on. */
    finishOidc: async (query: string) => {
      const { returnTo } = (await (
        await post('/console/oidc/session', { query })
      ).json()) as Schema<'OidcSession'>;
      await refetch();
      return { returnTo };
    },
    signOut: async () => {
      await send('/console/session', { method: 'DELETE' });
      client.setQueryData(sessionQuery.queryKey, kept(null));
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
    },
  };
}

/** Who a link invites, without using it up. */
export async function readInvitation(token: string): Promise<Invitation> {
  return (await post('/console/join/info', { token })).json() as Promise<Invitation>;
}
