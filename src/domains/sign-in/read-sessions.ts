import { openSessionsOf, type SessionCookies, scopesOfRole } from '../../platform/access/index.ts';
import type { ReadScope } from '../../platform/audit/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { CredentialError } from '../../platform/http/index.ts';
import { ApiError } from '../../platform/kernel/index.ts';
import type { Session, SessionList } from './schemas.ts';
import { findSession } from './store.ts';

/** Lists the requesting member's open sessions, newest first. */
export async function listSessions({ db, actor }: ReadScope): Promise<SessionList> {
  const { organizationId, memberId, apiKeyId } = actor;
  const sessions = await openSessionsOf(db, organizationId, memberId);
  return { sessions: sessions.map((one) => ({ ...one, isCurrent: one.sessionId === apiKeyId })) };
}

/** Returns the session as the API shows it to its browser. */
export async function showSession(
  { db, cookies }: { db: Queryable; cookies: SessionCookies },
  organizationId: string,
  sessionId: string,
): Promise<Session> {
  const session = await findSession(db, organizationId, sessionId);
  // The session ended after the request was authenticated.
  if (!session) throw new ApiError(401, 'credential.ended', new CredentialError('ended').message);
  const { memberId, name, email, role, organizationName, isDemo, expiresAt } = session;
  return {
    sessionId,
    member: { memberId, name, email, role },
    organization: { organizationId, name: organizationName, isDemo },
    scopes: [...scopesOfRole[role]],
    csrfToken: cookies.csrfTokenOf(sessionId),
    expiresAt,
  };
}
