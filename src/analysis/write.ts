import { type Database, statement, type Transaction } from '../db/index.ts';

const ownId = statement('analysis.transaction_id', 'select pg_current_xact_id()::text as id');
const outcomeOf = statement(
  'analysis.transaction_outcome',
  'select pg_xact_status($1::text::xid8) as outcome',
);

/** A transaction of which nothing is on record; `isCertain` false: as far as anybody knows. */
export interface Unwritten {
  thrown: unknown;
  isCertain: boolean;
}

/**
 * Carries out `work` in a transaction. Null: it is written down, also where the answer to its commit was lost with the
 * connection, as the database is asked what became of it.
 */
export async function write(
  db: Database,
  work: (tx: Transaction) => Promise<void>,
): Promise<Unwritten | null> {
  let id: string | undefined;
  try {
    await db.transaction(async (tx) => {
      id = (await tx.query<{ id: string }>(ownId))[0]!.id;
      await work(tx);
    });
    return null;
  } catch (thrown) {
    if (id === undefined) return { thrown, isCertain: true };
    const rows = await db.query<{ outcome: string | null }>(outcomeOf, [id]).catch(() => []);
    const outcome = rows[0]?.outcome;
    return outcome === 'committed' ? null : { thrown, isCertain: outcome === 'aborted' };
  }
}
