import { randomInt } from 'node:crypto';
import pg from 'pg';
import { type Database, statement } from '../db/index.ts';
import { delay, type Log, newId } from '../kernel/index.ts';

const beat = statement(
  'nodes.beat',
  `insert into nodes (node_id, lock_key, roles) values ($1, $2, $3)
   on conflict (node_id) do update set heartbeat_at = clock_timestamp()`,
);
/** A process that still holds calls or runs stays recorded, so that others find it dead and settle them. */
export const removeNode = statement(
  'nodes.remove',
  `delete from nodes where node_id = $1 and not exists (
     select 1 from live_calls where node_id = $1)
   and not exists (select 1 from workflow_open_runs where node_id = $1)`,
);

const beatEveryMs = 1000;

/**
 * This process as the others see it: alive while its session-level advisory lock is held or its heartbeat is recent.
 * One check would not do: a restart of the database drops every lock in the middle of live calls, and a blocked event
 * loop delays every heartbeat.
 */
export class Node {
  readonly nodeId = newId('node');
  readonly #lockKey = randomInt(1, 2 ** 47);
  readonly #db: Database;
  readonly #log: Log;
  readonly #roles: string[];
  readonly #abort = new AbortController();
  #client: pg.Client | undefined;
  #locking: Promise<void> = Promise.resolve();
  #beating: Promise<void> = Promise.resolve();

  constructor(db: Database, roles: string[], log: Log) {
    this.#db = db;
    this.#roles = roles;
    this.#log = log;
  }

  /** Resolves when the lock is held and the first heartbeat is written. Only then may this process hold calls. */
  async start(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#locking = this.#holdLock(resolve);
    });
    await this.#beat();
    this.#beating = this.#beatOn();
  }

  /** Removes this process from the list. */
  async close(): Promise<void> {
    this.#abort.abort();
    await this.#beating;
    await this.#db.query(removeNode, [this.nodeId]).catch(() => undefined);
    await this.#client?.end().catch(() => undefined);
    await this.#locking;
  }

  #beat(): Promise<unknown> {
    return this.#db.query(beat, [this.nodeId, this.#lockKey, this.#roles]);
  }

  async #beatOn(): Promise<void> {
    const { signal } = this.#abort;
    while (!signal.aborted) {
      await delay(beatEveryMs, signal);
      if (signal.aborted) return;
      await this.#beat().catch((error: unknown) =>
        this.#log.warn({ err: error }, 'a heartbeat was not written'),
      );
    }
  }

  /** Holds the lock on its own connection, and takes it again on a new one. */
  async #holdLock(held: () => void): Promise<void> {
    const { signal } = this.#abort;
    while (!signal.aborted) {
      const client = new pg.Client({
        connectionString: this.#db.connectionString,
        application_name: `parley node ${this.nodeId}`,
        keepAlive: true,
      });
      this.#client = client;
      const ended = new Promise<void>((resolve) => {
        client.on('end', resolve);
        client.on('error', () => resolve());
      });
      try {
        await client.connect();
        // A machine that loses power closes no connection. Keepalives let the server notice.
        await client.query(
          'set tcp_keepalives_idle = 3; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 3',
        );
        await client.query('select pg_advisory_lock($1)', [this.#lockKey]);
        held();
        await ended;
      } catch (error) {
        if (!signal.aborted)
          this.#log.warn({ err: error }, 'the connection with the lock of this process failed');
      }
      await client.end().catch(() => undefined);
      await delay(250, signal);
    }
  }
}
