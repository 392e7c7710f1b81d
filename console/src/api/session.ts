import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Schema, send, setCsrfToken, whenSignedOut, whenTokenRefused } from './client.ts';
import { ApiFailure } from './failure.ts';
import { type SessionNews, sessionChannel } from './session-channel.ts';
import { hasEnded, setEnded } from './session-ended.ts';

/** Who is signed in, and what they may do. */
export type Session = Schema<'Session'>;

/** What is known of who follows a link, before they have chosen a password. */
export type Invitation = Schema<'JoinInfo'>;

let known: Session | null = null;

/** Of this browser, as the service has it; null: nobody is signed in. */
async function askSession(): Promise<Session | null> {
  try {
    return (await (await send('/console/session')).json()) as Session;
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.status === 401) return null;
    throw failure;
  }
}

/**
 * A session that ends while its pages are open stays what they show, so that nothing that was typed is lost, and is told
 * as ended. Of another member nothing is kept.
 */
async function fetchSession({ client }: { client: QueryClient }): Promise<Session | null> {
  const session = await askSession();
  if (session === null && known !== null) {
    setEnded(true);
    return known;
  }
  if (!isSameMember(known, session)) client.removeQueries(othersThanSession);
  else if (hasEnded()) void client.invalidateQueries(othersThanSession);
  // Such as after a sign-in at a provider, for a tab whose session has ended.
  if (known === null && session !== null) tellTabs('opened');
  return kept(session);
}

/** The requests that follow carry what this session says. */
function kept<Value extends Session | null>(session: Value): Value {
  known = session;
  setCsrfToken(session?.csrfToken ?? null);
  setEnded(false);
  return session;
}

function isSameMember(one: Session | null, other: Session | null): boolean {
  return memberOf(one) === memberOf(other);
}

/** Who is signed in where. */
export function memberOf(session: Session | null): string {
  return session === null ? '' : `${session.organization.organizationId} ${session.member.memberId}`;
}

const othersThanSession = {
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== 'session',
};

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

/** While the console is open: asks for the session anew where it may be another, or over, as another tab or an answer tells. */
export function useSessionWatch(): void {
  const client = useQueryClient();
  useEffect(() => {
    const ask = () => void client.invalidateQueries({ queryKey: sessionQuery.queryKey, exact: true });
    const channel = sessionChannel();
    channel.onmessage = ({ data }: MessageEvent<SessionNews>) => {
      if (data === 'changed' || hasEnded()) ask();
    };
    whenSignedOut(() => {
      if (!hasEnded()) ask();
    });
    whenTokenRefused(async () => {
      const session = await askSession();
      if (session === null || !isSameMember(known, session)) {
        ask();
        return false;
      }
      kept(session);
      return true;
    });
    return () => channel.close();
  }, [client]);
}

/** Signs in and out, and joins by a link; the pages follow by themselves. */
export function useSignIn() {
  const client = useQueryClient();
  const refetch = async () => {
    // An answer that is under way may be from before.
    await client.cancelQueries({ queryKey: sessionQuery.queryKey, exact: true });
    await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
    void client.invalidateQueries(othersThanSession);
    tellTabs('changed');
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
      client.removeQueries(othersThanSession);
      tellTabs('changed');
    },
  };
}

function tellTabs(news: SessionNews): void {
  const channel = sessionChannel();
  channel.postMessage(news);
  channel.close();
}

/** Who a link invites, without using it up. */
export async function readInvitation(token: string): Promise<Invitation> {
  return (await post('/console/join/info', { token })).json() as Promise<Invitation>;
}
