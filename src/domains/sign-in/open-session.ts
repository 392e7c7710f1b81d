import {
  endOldestSessions,
  hashOfSecretToken,
  newSecretToken,
  storeSession,
} from '../../platform/access/index.ts';
import type { AuditEntry } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/db/index.ts';
import type { RequestClient } from '../../platform/http/index.ts';

/** Above this number, the least recently used session ends. */
const sessionsOfMemberMax = 20;
const userAgentCharactersMax = 300;

/** The member who gets a session. */
interface SessionMember {
  organizationId: string;
  memberId: string;
  name: string | null;
}

/**
 * Stores a new session and returns its new token. `oidcState`: the single sign-on state, valid for this one session.
 */
export async function openSession(
  tx: Transaction,
  member: SessionMember,
  sessionId: string,
  { address, userAgent }: RequestClient,
  oidcState: Buffer | null = null,
): Promise<{ token: string; audit: AuditEntry }> {
  const { organizationId, memberId, name } = member;
  const token = newSecretToken();
  await storeSession(tx, {
    organizationId,
    sessionId,
    memberId,
    address,
    oidcState,
    tokenHash: hashOfSecretToken(token),
    userAgent: userAgent?.slice(0, userAgentCharactersMax).toWellFormed() ?? null,
  });
  await endOldestSessions(tx, organizationId, memberId, sessionsOfMemberMax);
  return { token, audit: { verb: 'created', type: 'sessions', id: sessionId, label: name } };
}
