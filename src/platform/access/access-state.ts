import { type Database, type Listener, type Notifier, readStatement } from '../db/index.ts';
import { assert, delay, type Log } from '../kernel/index.ts';
import { isOpen, KnownSessions, type OpenSession } from './known-sessions.ts';

const channel = 'parley_access';

// Looks a minute further back than the read before it, so that a change that commits late is still seen; by the
// database's clock, so that nothing is passed over by a process that could not read for long.
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

/** How often the lists are read although nothing was notified. */
const pollEveryMs = 500;
/** A list older than this is not trusted: the database is asked. */
const trustedForMs = 1000;

/**
 * What has to be known of keys, sessions and organizations on every request without asking the database: which keys are
 * revoked, who uses which session, and each organization's rate limit. Read at start, then on every notification and every half second;
 * when this process has not managed to read for a second (a stalled event loop, a database that is away), each
 * check asks the database instead, so a revoked key, an ended session or a lowered role never works for longer than that.
 */
export class AccessState {
  readonly #database: Database;
  readonly #notifier: Notifier;
  readonly #log: Log;
  readonly #revoked = new Set<string>();
  readonly #requestsPerSecond = new Map<string, number>();
  readonly #sessions = new KnownSessions();
  readonly #abort = new AbortController();
  /** When the last read began, by the database's clock. */
  #readAt = '-infinity';
  /** The same by this process's own. */
  #readAtMs = Number.NEGATIVE_INFINITY;
  #changedAtMs = Number.NEGATIVE_INFINITY;
  #polling: Promise<void> = Promise.resolve();
  #wake: () => void = () => undefined;

  constructor(database: Database, notifier: Notifier, log: Log) {
    this.#database = database;
    this.#notifier = notifier;
    this.#log = log;
  }

  /** Reads everything once, then keeps reading what changed. */
  async start(listener: Listener): Promise<void> {
    listener.on(channel, () => this.#wake());
    await this.#read();
    this.#polling = this.#poll();
  }

  /**
   * Tells the other processes, and this one, that a key, a session, a member or an organization changed: to be called after the commit.
   * What this process read before is not trusted any more, so here the change holds from the next request on.
   */
  changed(): void {
    this.#changedAtMs = performance.now();
    this.#notifier.notify(channel);
  }

  /** Whether the key is revoked, and its organization's rate limit. */
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

  /** The open session of a token's hash; null where there is none. That it was used is written down where `isUse` says so. */
  async session(tokenHash: Buffer, nowMs: number, isUse = true): Promise<OpenSession | null> {
    const known = this.#isTrusted() ? this.#sessions.remembered(tokenHash) : undefined;
    // One that seems to be over may have been used through another process meanwhile.
    const session =
      known && isOpen(known, nowMs) ? known : await this.#sessions.read(this.#database, tokenHash);
    if (!session || !isOpen(session, nowMs)) return null;
    if (isUse) await this.#sessions.see(this.#database, session, nowMs);
    const requestsPerSecond = this.#requestsPerSecond.get(session.organizationId);
    return { ...session, requestsPerSecond: requestsPerSecond ?? session.requestsPerSecond };
  }

  #isTrusted(): boolean {
    return this.#readAtMs > this.#changedAtMs && performance.now() - this.#readAtMs <= trustedForMs;
  }

  async close(): Promise<void> {
    this.#abort.abort();
    this.#wake();
    await this.#polling;
  }

  async #poll(): Promise<void> {
    while (!this.#abort.signal.aborted) {
      // Set before the read, so that what is notified during it leads to another one.
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
    const startedAtMs = performance.now();
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
