import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { send, setCsrfToken, whenSignedOut, whenTokenRefused } from './client.ts';
import { ApiFailure } from './failure.ts';
import type { Schema } from './schema.ts';
import { type SessionNews, sessionChannel } from './session-channel.ts';
import { hasEnded, setEnded } from './session-ended.ts';

export type Session = Schema<'Session'>;

/** The data of an invitation that is shown before a password is chosen. */
export type Invitation = Schema<'JoinInfo'>;

let known: Session | null = null;

/** Fetches the session of this browser; null when signed out. */
async function askSession(): Promise<Session | null> {
  try {
    return (await (await send('/console/session')).json()) as Session;
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.status === 401) return null;
    throw failure;
  }
}

/**
 * Fetches the session. When it ends while pages are open, they stay, so that nothing typed is lost, and the session
 * counts as ended. When another member signs in, all other data is removed.
 */
async function fetchSession({ client }: { client: QueryClient }): Promise<Session | null> {
  const session = await askSession();
  if (session === null && known !== null) {
    setEnded(true);
    return known;
  }
  if (!isSameMember(known, session)) client.removeQueries(othersThanSession);
  else if (hasEnded()) void client.invalidateQueries(othersThanSession);
  // After a sign-in at an identity provider, tabs whose session ended can go on.
  if (known === null && session !== null) notifyTabs('opened');
  return kept(session);
}

/** Uses this session for later requests. */
function kept<Value extends Session | null>(session: Value): Value {
  known = session;
  setCsrfToken(session?.csrfToken ?? null);
  setEnded(false);
  return session;
}

function isSameMember(one: Session | null, other: Session | null): boolean {
  return memberOf(one) === memberOf(other);
}

/** Returns a key of organization and member. */
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

/** The session of this browser; null when signed out. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: fetchSession,
  staleTime: 60_000,
  refetchOnWindowFocus: true,
});

/** The identity provider that members can sign in with; null when there is none. */
export const oidcQuery = queryOptions({
  queryKey: ['session', 'oidc'],
  queryFn: async () => (await (await send('/console/oidc')).json()) as Schema<'OidcOffer'>,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** Returns the identity provider's address to continue at. */
export async function beginOidc(given: {
  returnTo: string;
  organizationId?: string;
}): Promise<{ url: string }> {
  return (await post('/console/oidc', given)).json() as Promise<Schema<'OidcAddress'>>;
}

/** Returns the session. Throws outside of pages for signed-in members. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery);
  if (!data) throw new Error('useSession was called outside of pages for signed-in members');
  return data;
}

/** Returns whether the member's role has a scope, such as `calls:write`. What is not allowed must not be offered. */
export function useCan(scope: string): boolean {
  return useSession().scopes.includes(scope);
}

/** Fetches the session again when another tab or an answer says that it may have changed or ended. */
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

/** Returns functions to sign in, sign out, and join by an invitation. */
export function useSignIn() {
  const client = useQueryClient();
  const refetch = async () => {
    // Cancels a request whose answer may be older than the sign-in.
    await client.cancelQueries({ queryKey: sessionQuery.queryKey, exact: true });
    await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
    void client.invalidateQueries(othersThanSession);
    notifyTabs('changed');
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
    /** `query` is what the identity provider added to our page's address. Returns where to continue. */
    finishOidc: async (query: string) => {
      const { returnTo } = (await (
        await post('/console/oidc/session', { query })
      ).json()) as Schema<'OidcSession'>;
      await refetch();
      return { returnTo };
    },
    /** Shows the demo organization in place of the member's own one. */
    enterDemo: async () => {
      await send('/console/demo', { method: 'POST' });
      await refetch();
    },
    /** Returns to the member's own organization. */
    leaveDemo: async () => {
      await send('/console/demo', { method: 'DELETE' });
      await refetch();
    },
    signOut: async () => {
      await send('/console/session', { method: 'DELETE' });
      client.setQueryData(sessionQuery.queryKey, kept(null));
      client.removeQueries(othersThanSession);
      notifyTabs('changed');
    },
  };
}

function notifyTabs(news: SessionNews): void {
  const channel = sessionChannel();
  channel.postMessage(news);
  channel.close();
}

/** Reads an invitation without using it up. */
export async function readInvitation(token: string): Promise<Invitation> {
  return (await post('/console/join/info', { token })).json() as Promise<Invitation>;
}
