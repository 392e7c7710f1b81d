import type { ReadScope } from '../../platform/audit/index.ts';
import type { SessionList } from './schemas.ts';
import { openSessionsOf } from './store.ts';

/** The open sessions of the member who asks, newest first. */
export async function listSessions({ db, actor }: ReadScope): Promise<SessionList> {
  const { organizationId, memberId, apiKeyId } = actor;
  const sessions = await openSessionsOf(db, organizationId, memberId);
  return { sessions: sessions.map((one) => ({ ...one, isCurrent: one.sessionId === apiKeyId })) };
}
