import { type Database, type Listener, type Notifier, readStatement } from '../db/index.ts';
import { assert, delay, type Log, monotonicMs } from '../kernel/index.ts';
import { isOpen, KnownSessions, type OpenSession } from './known-sessions.ts';

const channel = 'parley_access';

// Reads a minute further back than the previous read, so that late commits are seen. The database's clock is used, so
// that a process that could not read for long misses nothing.
const changes = readStatement(
  'access.changes',
  `select now() as "readAt",
     array(select api_key_id from api_keys where revoked_at > $1::timestamptz - interval '1 minute') as revoked,
     array(select session_id from sessions where changed_at > $1::timestamptz - interval '1 minute') as sessions,
     (select coalesce(json_object_agg(organization_id, requests_per_second), '{}') from organizations
      where updated_at > $1::timestamptz - interval '1 minute') as "requestsPerSecond"`,
);
const oneKey = readStatement(
  'access.key',
  `select k.revoked_at is not null as revoked, o.requests_per_second
   from organizations o left join api_keys k using (organization_id)
   where o.organization_id = $1 and k.api_key_id = $2`,
);

/** How often the lists are read without a notification. */
const pollEveryMs = 500;
/** The database is asked instead when a list is older than this. */
const trustedForMs = 1000;

/**
 * Holds what every request needs, so that no request queries the database: revoked keys, the owner of each session, and
 * the organization's rate limit. Reads changes at start, on every notification and every half second. After a second
 * without a read (a stalled event loop, an unreachable database), each check asks the database. A revoked key, an ended
 * session or a lowered role therefore never works for longer than that.
 */
export class AccessState {
  readonly #database: Database;
  readonly #notifier: Notifier;
  readonly #log: Log;
  readonly #nowMs: () => number;
  readonly #revoked = new Set<string>();
  readonly #requestsPerSecond = new Map<string, number>();
  readonly #sessions = new KnownSessions();
  readonly #abort = new AbortController();
  /** When the last read began, by the database's clock. */
  #readAt = '-infinity';
  /** When the last read began, by this process's clock. */
  #readAtMs = Number.NEGATIVE_INFINITY;
  #changedAtMs = Number.NEGATIVE_INFINITY;
  #polling: Promise<void> = Promise.resolve();
  #wake: () => void = () => undefined;

  constructor(database: Database, notifier: Notifier, log: Log, nowMs: () => number = monotonicMs) {
    this.#database = database;
    this.#notifier = notifier;
    this.#log = log;
    this.#nowMs = nowMs;
  }

  /** Reads everything once, then reads changes continuously. */
  async start(listener: Listener): Promise<void> {
    listener.on(channel, () => this.#wake());
    await this.#read();
    this.#polling = this.#poll();
  }

  /**
   * Notifies all processes that a key, session, member or organization changed. Must be called after the commit. This
   * process discards what it read before, so the change applies to its next request.
   */
  changed(): void {
    this.#changedAtMs = this.#nowMs();
    this.#notifier.notify(channel);
  }

  /** Returns whether the key is revoked, and its organization's rate limit. */
  async check(
    organizationId: string,
    apiKeyId: string,
  ): Promise<{ revoked: boolean; requestsPerSecond: number }> {
    const requestsPerSecond = this.#requestsPerSecond.get(organizationId);
    if (this.#isTrusted() && requestsPerSecond !== undefined) {
      return { revoked: this.#revoked.has(apiKeyId), requestsPerSecond };
    }
    const [row] = await this.#database.query<{ revoked: boolean; requests_per_second: number }>(oneKey, [
      organizationId,
      apiKeyId,
    ]);
    return { revoked: row?.revoked ?? true, requestsPerSecond: row?.requests_per_second ?? 1 };
  }

  /** Returns the open session of a token's hash, or `null`. Records its use when `isUse`. */
  async session(tokenHash: Buffer, nowMs: number, isUse = true): Promise<OpenSession | null> {
    const known = this.#isTrusted() ? this.#sessions.remembered(tokenHash) : undefined;
    // A session that seems expired may have been used through another process.
    const session =
      known && isOpen(known, nowMs) ? known : await this.#sessions.read(this.#database, tokenHash);
    if (!session || !isOpen(session, nowMs)) return null;
    if (isUse) await this.#sessions.see(this.#database, session, nowMs);
    const requestsPerSecond = this.#requestsPerSecond.get(session.organizationId);
    return { ...session, requestsPerSecond: requestsPerSecond ?? session.requestsPerSecond };
  }

  #isTrusted(): boolean {
    return this.#readAtMs > this.#changedAtMs && this.#nowMs() - this.#readAtMs <= trustedForMs;
  }

  async close(): Promise<void> {
    this.#abort.abort();
    this.#wake();
    await this.#polling;
  }

  async #poll(): Promise<void> {
    while (!this.#abort.signal.aborted) {
      // Set before the read, so that a notification during it causes another read.
      const wait = new AbortController();
      this.#wake = () => wait.abort();
      await this.#read().catch((error: unknown) =>
        this.#log.warn(
          { err: error },
          'the list of revoked keys could not be read; each request asks for itself',
        ),
      );
      if (!this.#abort.signal.aborted) await delay(pollEveryMs, wait.signal);
    }
  }

  async #read(): Promise<void> {
    const startedAtMs = this.#nowMs();
    const [row] = await this.#database.query<{
      readAt: string;
      revoked: string[];
      sessions: string[];
      requestsPerSecond: Record<string, number>;
    }>(changes, [this.#readAt]);
    assert(row, 'a select without a table gives a row');
    for (const apiKeyId of row.revoked) this.#revoked.add(apiKeyId);
    this.#sessions.forget(row.sessions);
    for (const [organizationId, limit] of Object.entries(row.requestsPerSecond)) {
      this.#requestsPerSecond.set(organizationId, limit);
    }
    this.#readAt = row.readAt;
    this.#readAtMs = startedAtMs;
  }
}
