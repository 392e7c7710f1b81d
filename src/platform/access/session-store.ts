import { type Queryable, readStatement, statement } from '../db/index.ts';
import { sessionDays, sessionIdleHours } from './session-cookies.ts';

const insertSession = statement(
  'access.insert_session',
  `insert into sessions (organization_id, session_id, member_id, token_hash, address, user_agent, oidc_state, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, now() + interval '${sessionDays} days')`,
);
const isOpen = `ended_at is null and expires_at > now() and last_seen_at > now() - interval '${sessionIdleHours} hours'`;
const listSessions = readStatement(
  'access.sessions',
  `select session_id as "sessionId", address, user_agent as "userAgent", created_at as "createdAt",
     last_seen_at as "lastSeenAt", expires_at as "expiresAt"
   from sessions where organization_id = $1 and member_id = $2 and ${isOpen}
   order by session_id desc limit 100`,
);
// clock_timestamp(), because a long transaction would date the change before a reader's last check.
const end = 'update sessions set ended_at = clock_timestamp(), changed_at = clock_timestamp()';
const endOne = statement(
  'access.end_session',
  `${end} where organization_id = $1 and member_id = $2 and session_id = $3 and ended_at is null returning 1`,
);
const endOthers = statement(
  'access.end_other_sessions',
  `${end} where organization_id = $1 and member_id = $2 and session_id is distinct from $3 and ended_at is null
   returning session_id as "sessionId"`,
);
const endOldest = statement(
  'access.end_oldest_sessions',
  `${end} where organization_id = $1 and session_id in (
     select session_id from sessions where organization_id = $1 and member_id = $2 and ended_at is null
     order by last_seen_at desc, session_id desc offset $3)`,
);
const see = statement(
  'access.session_seen',
  `update sessions set last_seen_at = now()
   where organization_id = $1 and session_id = $2 and ended_at is null and last_seen_at < now() - interval '1 minute'`,
);
interface SessionValues {
  organizationId: string;
  sessionId: string;
  memberId: string;
  tokenHash: Buffer;
  address: string;
  userAgent: string | null;
  /** The hash of the single sign-on state; null for a password sign-in. */
  oidcState: Buffer | null;
}

export async function storeSession(db: Queryable, values: SessionValues): Promise<void> {
  const { organizationId, sessionId, memberId, tokenHash, address, userAgent, oidcState } = values;
  const parameters = [organizationId, sessionId, memberId, tokenHash, address, userAgent, oidcState];
  await db.query(insertSession, parameters);
}

interface StoredSession {
  sessionId: string;
  address: string | null;
  userAgent: string | null;
  createdAt: string;
  lastSeenAt: string;
  expiresAt: string;
}

export function openSessionsOf(
  db: Queryable,
  organizationId: string,
  memberId: string,
): Promise<StoredSession[]> {
  return db.query<StoredSession>(listSessions, [organizationId, memberId]);
}

/** Ends a session. Returns whether it was open and the member's. */
export async function endSessionRow(
  db: Queryable,
  organizationId: string,
  memberId: string,
  sessionId: string,
): Promise<boolean> {
  return (await db.query(endOne, [organizationId, memberId, sessionId])).length > 0;
}

/** Ends the member's sessions except one (null: all). Returns the ended ones. */
export async function endSessionsBut(
  db: Queryable,
  organizationId: string,
  memberId: string,
  sessionId: string | null,
): Promise<string[]> {
  const rows = await db.query<{ sessionId: string }>(endOthers, [organizationId, memberId, sessionId]);
  return rows.map((row) => row.sessionId);
}

/** Ends the member's least recently used sessions until `kept` are left. */
export async function endOldestSessions(
  db: Queryable,
  organizationId: string,
  memberId: string,
  kept: number,
): Promise<void> {
  await db.query(endOldest, [organizationId, memberId, kept]);
}

/** Records that an open session is in use, to the minute. */
export async function recordSessionUse(
  db: Queryable,
  organizationId: string,
  sessionId: string,
): Promise<void> {
  await db.query(see, [organizationId, sessionId]);
}
