import { hashOfSecretToken, newSecretToken } from '../../platform/access/index.ts';
import type { AuditEntry } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/db/index.ts';
import type { RequestClient } from '../../platform/http/index.ts';
import { endOldestSessions, storeSession } from './store.ts';

/** More browsers than anybody has; what was not used for the longest gives way. */
const sessionsOfMemberMax = 20;
const userAgentCharactersMax = 300;

/** Whose session it is to be. */
interface SessionMember {
  organizationId: string;
  memberId: string;
  name: string | null;
}

/**
 * Stores a new session, always with a token of its own, and tells the token. `oidcState`: of the sign-in by a provider that it
 * comes of, good for this one session.
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
