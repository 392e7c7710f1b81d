import pg from 'pg';
import { LargeResultError, type Log, resultCounter, toError, waitAtMost } from '../kernel/index.ts';
import { asUnstored } from './lost-connection.ts';
import { readStatement, type Statement } from './statement.ts';
import { countingParsers, typeParsers } from './values.ts';

/** Whatever can run statements: the pool, or one transaction. */
export interface Queryable {
  query<Row>(statement: Statement, values?: unknown[]): Promise<Row[]>;
}

/** One open transaction. It is over when the function that was handed it returns. */
export interface Transaction extends Queryable {
  /**
   * SQL text that is sent in one message with COMMIT, after all else: what must hold a contended lock for no
   * longer than the commit itself takes. Values have to be embedded with `literal`.
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
  /** Connections at most. */
  connectionsMax: number;
  log: Log;
}

const ping = readStatement('db.ping', 'select 1');

/** A value as a SQL literal, for the few statements that cannot take parameters. */
export function literal(value: string | number | null): string {
  if (value === null) return 'null';
  return typeof value === 'number' ? String(value) : pg.escapeLiteral(value);
}

/** The pool of connections to PostgreSQL that one process uses. */
export class Database implements Queryable {
  readonly connectionString: string;
  readonly #pool: pg.Pool;
  readonly #log: Log;
  #isClosing = false;

  constructor(options: DatabaseOptions) {
    this.connectionString = options.connectionString;
    this.#log = options.log;
    this.#pool = new pg.Pool({
      connectionString: options.connectionString,
      application_name: options.applicationName,
      max: options.connectionsMax,
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: 10_000,
      types: typeParsers,
      options: '-c TimeZone=UTC -c statement_timeout=30000 -c idle_in_transaction_session_timeout=30000',
    });
    // An idle connection that breaks must not bring the process down; the pool replaces it.
    // The error that the pool hands over has the whole client as a field, with the key that cancels its queries.
    this.#pool.on('error', ({ message, code }: Error & { code?: string }) => {
      // The server may break one off before it has read that we are closing it.
      if (!this.#isClosing) this.#log.warn({ code, reason: message }, 'an idle database connection broke');
    });
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** Rejects with an `OutcomeUnknownError` when the answer to a statement that is not declared to only read was lost. */
  async query<Row>({ name, text, onlyReads }: Statement, values: unknown[] = []): Promise<Row[]> {
    const client = await this.connect();
    let failed: Error | undefined;
    try {
      const count = resultCounter();
      const types = count ? countingParsers(count) : typeParsers;
      const result = await client.query({ name, text, values, types });
      return result.rows as Row[];
    } catch (thrown) {
      // The connection of a result that is too large is as good as before.
      if (thrown instanceof LargeResultError) throw thrown;
      failed = toError(thrown);
      throw onlyReads ? thrown : asUnstored(thrown);
    } finally {
      client.release(failed);
    }
  }

  /** A connection of the pool, to be released; a simulation tells it the time before it is used. */
  protected connect(): Promise<pg.PoolClient> {
    return this.#pool.connect();
  }

  /**
   * Runs `work` in a transaction (READ COMMITTED): committed when it returns, undone when it throws. Rejects with an
   * `OutcomeUnknownError` where the answer to COMMIT was lost; after any other error nothing of it is stored.
   */
  async transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const client = await this.connect();
    const last: string[] = [];
    const tx: Transaction = {
      async query<Row>(statement: Statement, values: unknown[] = []) {
        const result = await client.query({ name: statement.name, text: statement.text, values });
        return result.rows as Row[];
      },
      beforeCommit: (sql) => void last.push(sql),
    };
    let broken: Error | undefined;
    try {
      await client.query('BEGIN');
      const result = await work(tx);
      const ended = await client.query([...last, 'COMMIT'].join(';\n')).catch((thrown: unknown) => {
        throw asUnstored(thrown);
      });
      // COMMIT of a transaction in which a statement failed answers ROLLBACK, not an error.
      const { command } = Array.isArray(ended) ? ended.at(-1) : ended;
      if (command !== 'COMMIT') throw new Error('the transaction was rolled back');
      return result;
    } catch (thrown) {
      // A connection whose ROLLBACK fails is not given back to the pool.
      await client.query('ROLLBACK').catch((error: unknown) => {
        broken = toError(error);
      });
      throw thrown;
    } finally {
      client.release(broken);
    }
  }

  /** Whether the database answers within two seconds. */
  async isReachable(): Promise<boolean> {
    const asked = this.query(ping).then(
      () => true,
      () => false,
    );
    return (await waitAtMost(asked, 2000)) ?? false;
  }

  counts(): PoolCounts {
    return { total: this.#pool.totalCount, idle: this.#pool.idleCount, waiting: this.#pool.waitingCount };
  }

  /** Waits for the statements under way, then says goodbye on every connection, which the server may hear of later. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#pool.end();
  }
}

/** The name of the constraint that a failed statement ran into, or null. */
export function violatedConstraint(thrown: unknown): string | null {
  if (thrown instanceof pg.DatabaseError && thrown.constraint && thrown.code?.startsWith('23')) {
    return thrown.constraint;
  }
  return null;
}

/** Whether the database answered, and refused: other than where it could not be reached, something else may work. */
export function isRefused(thrown: unknown): boolean {
  return thrown instanceof pg.DatabaseError;
}
