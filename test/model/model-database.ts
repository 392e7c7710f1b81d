import type { DatabaseOptions, Queryable, Statement, Transaction } from '../../src/platform/db/index.ts';
import type { Clock } from '../../src/platform/kernel/index.ts';
import { VirtualDatabase } from '../../src/simulation/campaign/virtual-database.ts';
import { type Mutant, mutated } from './mutant.ts';

type Connection = Awaited<ReturnType<VirtualDatabase['connect']>>;

/** The database of a model: with its clock, and with the statements of a mutant, if there is one. */
export class ModelDatabase extends VirtualDatabase {
  readonly #mutant: Mutant | null;
  readonly #patched = new WeakSet<Connection>();

  constructor(options: DatabaseOptions, clock: Clock, mutant: Mutant | null) {
    super(options, clock);
    this.#mutant = mutant;
  }

  override async connect(): Promise<Connection> {
    const connection = await super.connect();
    if (this.#mutant === null || this.#patched.has(connection)) return connection;
    const query = connection.query.bind(connection) as (asked: unknown) => unknown;
    const edited = (asked: string | Statement): unknown =>
      query(
        typeof asked === 'string' ? asked : { ...asked, text: mutated(this.#mutant, asked.name, asked.text) },
      );
    connection.query = edited as typeof connection.query;
    this.#patched.add(connection);
    return connection;
  }
}

/** The statements before whose COMMIT a move may stop. */
const decisive = /^(dialer\.claim|dialer\.hold|calls\.end|calls\.request_stop)$/;

/** A database that stops once before a COMMIT until it is released, so that other moves come between. */
export class HeldDatabase extends ModelDatabase {
  readonly #reached = Promise.withResolvers<void>();
  readonly #released = Promise.withResolvers<void>();

  /** Resolves when a transaction has reached its COMMIT. */
  get reached(): Promise<void> {
    return this.#reached.promise;
  }

  release(): void {
    this.#released.resolve();
  }

  override query<Row>(statement: Statement, values: unknown[] = []): Promise<Row[]> {
    return this.transaction((tx) => tx.query<Row>(statement, values));
  }

  override transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return super.transaction(async (tx) => {
      let isDecisive = false;
      const query: Queryable['query'] = (statement, values) => {
        isDecisive ||= decisive.test(statement.name);
        return tx.query(statement, values);
      };
      const result = await work({ query, beforeCommit: (sql) => tx.beforeCommit(sql) });
      if (isDecisive) {
        this.#reached.resolve();
        await this.#released.promise;
      }
      return result;
    });
  }
}
