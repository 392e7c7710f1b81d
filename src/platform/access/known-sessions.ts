import { type Queryable, readStatement } from '../db/index.ts';
import { OutcomeUnknownError } from '../kernel/index.ts';
import type { Role } from './scopes.ts';
import { sessionIdleHours } from './session-cookies.ts';
import { recordSessionUse } from './session-store.ts';

export interface OpenSession {
  organizationId: string;
  sessionId: string;
  memberId: string;
  role: Role;
  requestsPerSecond: number;
  /** Unix milliseconds: when the session ends regardless of use, and when it was last used, to the minute. */
  expiresAtMs: number;
  seenAtMs: number;
}

const find = readStatement(
  'access.session',
  `select s.organization_id as "organizationId", s.session_id as "sessionId", s.member_id as "memberId", m.role,
     o.requests_per_second as "requestsPerSecond",
     extract(epoch from s.expires_at)::double precision * 1000 as "expiresAtMs",
     extract(epoch from s.last_seen_at)::double precision * 1000 as "seenAtMs"
   from sessions s
     join members m using (organization_id, member_id)
     join organizations o using (organization_id)
   where s.token_hash = $1 and s.ended_at is null`,
);
const rememberedMax = 10_000;
const idleMs = sessionIdleHours * 3_600_000;
/** The shortest interval between two records of a session's use. */
const seenEveryMs = 60_000;

export function isOpen({ expiresAtMs, seenAtMs }: OpenSession, nowMs: number): boolean {
  return nowMs < expiresAtMs && nowMs < seenAtMs + idleMs;
}

/** The sessions that this process has seen, by token hash. */
export class KnownSessions {
  readonly #sessions = new Map<string, OpenSession>();

  /** Returns the cached session of a token's hash. */
  remembered(hash: Buffer): OpenSession | undefined {
    return this.#sessions.get(hash.toString('base64'));
  }

  /** Returns the stored session of a token's hash, or `null` when there is none or it has ended. */
  async read(db: Queryable, hash: Buffer): Promise<OpenSession | null> {
    const [session] = await db.query<OpenSession>(find, [hash]);
    const key = hash.toString('base64');
    this.#sessions.delete(key);
    if (!session) return null;
    const oldest = this.#sessions.size >= rememberedMax ? this.#sessions.keys().next().value : undefined;
    if (oldest !== undefined) this.#sessions.delete(oldest);
    this.#sessions.set(key, session);
    return session;
  }

  /** Records the use of the session, once a minute. */
  async see(db: Queryable, session: OpenSession, nowMs: number): Promise<void> {
    if (nowMs - session.seenAtMs < seenEveryMs) return;
    session.seenAtMs = nowMs;
    await recordSessionUse(db, session.organizationId, session.sessionId).catch((thrown: unknown) => {
      // The outcome of this write says nothing about the request, which has not begun.
      throw thrown instanceof OutcomeUnknownError ? thrown.cause : thrown;
    });
  }

  /** Forgets sessions that changed; their next use reads them again. */
  forget(sessionIds: readonly string[]): void {
    if (sessionIds.length === 0) return;
    const changed = new Set(sessionIds);
    for (const [key, { sessionId }] of this.#sessions) if (changed.has(sessionId)) this.#sessions.delete(key);
  }
}
