import pg from 'pg';
import { type Log, toError, waitAtMost } from '../kernel/index.ts';
import { Connection, connectionConfig, NoPrimaryError, statementSettings } from './connection.ts';
import { asUnstored, isReadOnly } from './database-away.ts';
import { splitUrls } from './host-urls.ts';
import { LargeResultError, resultCounter } from './result-bound.ts';
import { HeldConnection, SecondConnections } from './second-connection.ts';
import { readStatement, type Statement } from './statement.ts';
import { Unanswered } from './unanswered.ts';
import { countingParsers, typeParsers } from './values.ts';

/** The pool or one transaction. */
export interface Queryable {
  query<Row>(statement: Statement, values?: unknown[]): Promise<Row[]>;
}

/** Returns the first row of a statement, or null when it has none. */
export async function firstRow<Row>(
  db: Queryable,
  statement: Statement,
  values?: unknown[],
): Promise<Row | null> {
  const [row] = await db.query<Row>(statement, values);
  return row ?? null;
}

/** An open transaction. It ends when the function that received it returns. */
export interface Transaction extends Queryable {
  /**
   * Adds SQL text that is sent in one message with COMMIT, after everything else: for statements that may hold a
   * contended lock no longer than the commit takes. Values must be embedded with `literal`.
   */
  beforeCommit(sql: string): void;
}

interface PoolCounts {
  total: number;
  idle: number;
  waiting: number;
}

export interface DatabaseOptions {
  connectionString: string;
  applicationName: string;
  connectionsMax: number;
  /** How long a statement may wait for its answer, and a connection for its opening. Then the connection is given up. */
  answerWithinMs?: number;
  log: Log;
}

const ping = readStatement(
  'db.ping',
  "select current_setting('transaction_read_only') = 'on' as \"isReadOnly\"",
);

/** Returns a value as a SQL literal, for the few statements that cannot take parameters. */
export function literal(value: string | number | null): string {
  if (value === null) return 'null';
  return typeof value === 'number' ? String(value) : pg.escapeLiteral(value);
}

/** A connection that its user gives back to the pool; with an error, the pool closes it. */
type PooledConnection = Connection & Pick<pg.PoolClient, 'release'>;

/** The pool of PostgreSQL connections of one process. */
export class Database implements Queryable {
  /** The URL for direct connections: LISTEN and session locks do not work through a pooler. */
  readonly connectionString: string;
  /** The URL of this pool, which may lead to a pooler. */
  readonly pooledConnectionString: string;
  /** Whether a pooler in transaction mode stands before the database. It knows no names of statements. */
  readonly #isPooled: boolean;
  readonly #pool: pg.Pool;
  readonly #config: pg.ClientConfig;
  readonly #connectionsMax: number;
  readonly #unanswered: Unanswered;
  readonly #secondConnections: SecondConnections;
  readonly #log: Log;
  #isClosing = false;

  constructor(options: DatabaseOptions) {
    const { url, directUrl } = splitUrls(options.connectionString);
    this.connectionString = directUrl ?? url;
    this.pooledConnectionString = options.connectionString;
    this.#isPooled = directUrl !== null;
    this.#log = options.log;
    const config = connectionConfig({ ...options, settings: statementSettings });
    this.#config = config;
    this.#secondConnections = new SecondConnections(this, options.log);
    this.#connectionsMax = options.connectionsMax;
    this.#unanswered = new Unanswered(this.#isPooled ? null : config, options.log);
    this.#pool = new pg.Pool({
      ...config,
      Client: Connection as unknown as new () => pg.ClientBase,
      max: options.connectionsMax,
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: options.answerWithinMs ?? 10_000,
      ...(options.answerWithinMs !== undefined && { query_timeout: options.answerWithinMs }),
      types: typeParsers,
    });
    // A broken idle connection must not end the process; the pool replaces it. The pool's error is not logged whole,
    // because its field `client` holds the key that cancels queries.
    this.#pool.on('error', ({ message, code }: Error & { code?: string }) => {
      // The server may close a connection before it has read our goodbye.
      if (!this.#isClosing) this.#log.warn({ code, reason: message }, 'an idle database connection broke');
    });
  }

  /**
   * Rejects with an `OutcomeUnknownError` when the answer to a statement that may change something was lost, and with a
   * `LargeResultError` when the result exceeds the bound of `boundResults`.
   */
  async query<Row>({ name, text, onlyReads }: Statement, values: unknown[] = []): Promise<Row[]> {
    this.#secondConnections.check(name);
    const client = await this.connect();
    // The server ends a statement whose next row it cannot send; otherwise this thread would receive the rest of a large result.
    const endStatement = (error: LargeResultError) => client.release(error);
    try {
      const count = resultCounter();
      const types = count ? countingParsers(count, endStatement) : typeParsers;
      const query = { text, values, types, ...(!this.#isPooled && { name }) };
      const result = await this.#unanswered.watch(client, client.query(query));
      client.release();
      return result.rows as Row[];
    } catch (thrown) {
      if (thrown instanceof LargeResultError) throw thrown;
      client.release(toError(thrown));
      throw onlyReads ? thrown : asUnstored(thrown);
    }
  }

  /** Takes a connection from the pool, which the caller must release. A simulation sets its clock on it first. */
  protected connect(): Promise<PooledConnection> {
    return this.#pool.connect() as Promise<unknown> as Promise<PooledConnection>;
  }

  /**
   * Runs `work` in a transaction (READ COMMITTED), committed when it returns and rolled back when it throws. Rejects
   * with an `OutcomeUnknownError` when the answer to COMMIT was lost. After any other error nothing is stored. With
   * `mayTakeLong`, its statements have no time limit.
   */
  async transaction<Result>(
    work: (tx: Transaction) => Promise<Result>,
    { mayTakeLong = false } = {},
  ): Promise<Result> {
    this.#secondConnections.check('BEGIN');
    const client = await this.connect();
    const last: string[] = [];
    const isPooled = this.#isPooled;
    const ask = (query: string | pg.QueryConfig) =>
      this.#unanswered.watch(client, client.query(query), { mayTakeLong });
    const held = new HeldConnection(this);
    const tx: Transaction = {
      async query<Row>(statement: Statement, values: unknown[] = []) {
        const { name, text } = statement;
        held.statement = name;
        const result = await ask({ text, values, ...(!isPooled && { name }) });
        return result.rows as Row[];
      },
      beforeCommit: (sql) => void last.push(sql),
    };
    let broken: Error | undefined;
    try {
      await ask(mayTakeLong ? 'BEGIN; SET LOCAL statement_timeout = 0' : 'BEGIN');
      const result = await held.run(() => work(tx));
      const ended = await ask([...last, 'COMMIT'].join(';\n')).catch((thrown: unknown) => {
        throw asUnstored(thrown);
      });
      // COMMIT after a failed statement answers ROLLBACK and not an error.
      const { command } = Array.isArray(ended) ? ended.at(-1) : ended;
      if (command !== 'COMMIT') throw new Error('the transaction was rolled back');
      return result;
    } catch (thrown) {
      // A connection whose ROLLBACK fails must not return to the pool.
      await ask('ROLLBACK').catch((error: unknown) => {
        broken = toError(error);
      });
      // Its server has become a standby; the next connection finds the primary.
      if (isReadOnly(thrown)) broken = toError(thrown);
      throw thrown;
    } finally {
      client.release(broken);
    }
  }

  /**
   * Returns why the database cannot be used, without its address: anybody may read it. Null when it can. Does not wait
   * for the connections of a full pool.
   */
  async problem(): Promise<string | null> {
    const isFull = this.#pool.idleCount === 0 && this.#pool.totalCount >= this.#connectionsMax;
    const answer = isFull ? this.#queryAside(ping) : this.query<{ isReadOnly: boolean }>(ping);
    const asked = answer.then(
      ([row]) => (row?.isReadOnly ? 'read-only, as a standby is' : null),
      (thrown: unknown) => (thrown instanceof NoPrimaryError ? 'no host is a primary' : 'cannot be reached'),
    );
    const problem = await waitAtMost(asked, 2000);
    return problem === undefined ? 'does not answer within 2 s' : problem;
  }

  /** Sends a statement over a connection of its own. */
  async #queryAside({ text }: Statement): Promise<{ isReadOnly: boolean }[]> {
    const client = new Connection(this.#config);
    try {
      await client.connect();
      return (await client.query<{ isReadOnly: boolean }>(text)).rows;
    } finally {
      client.end().catch(() => undefined);
    }
  }

  counts(): PoolCounts {
    return { total: this.#pool.totalCount, idle: this.#pool.idleCount, waiting: this.#pool.waitingCount };
  }

  /** Waits for the statements in progress, then closes all connections. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#pool.end();
  }
}

/** Returns the name of the constraint that a statement violated, or `null`. */
export function violatedConstraint(thrown: unknown): string | null {
  if (thrown instanceof pg.DatabaseError && thrown.constraint && thrown.code?.startsWith('23')) {
    return thrown.constraint;
  }
  return null;
}

/** Whether the database was reached and refused the statement. Another statement may then succeed. */
export function isRefused(thrown: unknown): boolean {
  return thrown instanceof pg.DatabaseError;
}
