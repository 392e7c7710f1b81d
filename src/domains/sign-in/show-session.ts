import { type SessionCookies, scopesOfRole } from '../../platform/access/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { CredentialError } from '../../platform/http/index.ts';
import { ApiError } from '../../platform/kernel/index.ts';
import type { Session } from './schemas.ts';
import { findSession } from './store.ts';

/** The session as its browser is told of it. */
export async function showSession(
  { db, cookies }: { db: Queryable; cookies: SessionCookies },
  organizationId: string,
  sessionId: string,
): Promise<Session> {
  const session = await findSession(db, organizationId, sessionId);
  // It has ended since the request was let in.
  if (!session) throw new ApiError(401, 'credential.ended', new CredentialError('ended').message);
  const { memberId, name, email, role, organizationName, expiresAt } = session;
  return {
    sessionId,
    member: { memberId, name, email, role },
    organization: { organizationId, name: organizationName },
    scopes: [...scopesOfRole[role]],
    csrfToken: cookies.csrfTokenOf(sessionId),
    expiresAt,
  };
}
