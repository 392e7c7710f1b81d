import { type Database, statement } from '../../src/platform/db/index.ts';

/** The key of the advisory lock, which nothing else uses. */
const key = 7_418_529;

/** The tables whose transactions stop at their commit. */
const gated = [
  ...['agents', 'api_keys', 'calls', 'chat_widgets', 'chats', 'live_calls', 'member_links', 'members'],
  ...[
    'phone_numbers',
    'provider_keys',
    'retry_configs',
    'schedules',
    'sounds',
    'browser_calls',
    'trunks',
    'workflow_runs',
    'workflows',
  ],
] as const;

const makeFunction = statement(
  'test.gate.function',
  `create function test_gate() returns trigger language plpgsql as
   $$ begin perform pg_advisory_xact_lock_shared(${key}); return null; end $$`,
);
const makeTriggers = gated.map((table) =>
  statement(
    `test.gate.${table}`,
    `create constraint trigger test_gate after insert or update or delete on ${table}
     deferrable initially deferred for each row execute function test_gate()`,
  ),
);
const close = statement('test.gate.close', `select pg_advisory_xact_lock(${key})`);
const waiting = statement(
  'test.gate.waiting',
  `select count(*)::int as count from pg_stat_activity
   where datname = current_database() and wait_event_type = 'Lock'`,
);

/**
 * Stops every transaction that changed one of the tables at its commit. The transaction then holds all its locks, and
 * its rows are written but not visible to others.
 */
export class CommitGate {
  readonly #db: Database;

  private constructor(db: Database) {
    this.#db = db;
  }

  static async build(db: Database): Promise<CommitGate> {
    await db.query(makeFunction);
    for (const trigger of makeTriggers) await db.query(trigger);
    return new CommitGate(db);
  }

  /**
   * Runs `first` until it stops at the gate, then `second` until it stops at the gate or at a lock of the first. Then
   * opens the gate.
   */
  async inOrder<First, Second>(
    first: () => Promise<First>,
    second: () => Promise<Second>,
  ): Promise<[First, Second]> {
    const open = await this.#close();
    try {
      const one = first();
      const isOver = await this.stopped(one, 1);
      const other = second();
      await this.stopped(other, isOver ? 1 : 2);
      await open();
      return await Promise.all([one, other]);
    } finally {
      await open();
    }
  }

  /** Resolves when this many transactions wait for a lock, or when `work` is over. Returns whether it is over. */
  async stopped(work: Promise<unknown>, count: number): Promise<boolean> {
    let isOver = false;
    work.then(
      () => (isOver = true),
      () => (isOver = true),
    );
    while (!isOver) {
      const [row] = await this.#db.query<{ count: number }>(waiting);
      if (row!.count >= count) return false;
    }
    return true;
  }

  async #close(): Promise<() => Promise<void>> {
    const closed = Promise.withResolvers<void>();
    const opened = Promise.withResolvers<void>();
    const held = this.#db.transaction(async (tx) => {
      await tx.query(close);
      closed.resolve();
      await opened.promise;
    });
    await Promise.race([closed.promise, held]);
    return () => {
      opened.resolve();
      return held;
    };
  }
}
