import { type Database, statement, type Transaction } from '../../platform/db/index.ts';
import { delay, isDatabaseAway } from '../../platform/kernel/index.ts';

const ownId = statement('analysis.transaction_id', 'select pg_current_xact_id()::text as id');
const outcomeOf = statement(
  'analysis.transaction_outcome',
  'select pg_xact_status($1::text::xid8) as outcome',
);

/** The waits for a database that is away, in milliseconds: they double, up to the longest. */
const firstWaitMs = 250;
const waitMsMax = 2000;

/** A transaction of which nothing is on record; `isCertain` false: as far as anybody knows. */
interface Unwritten {
  thrown: unknown;
  isCertain: boolean;
}

/**
 * Carries out `work` in a transaction, where the database is away until it is back or `signal` aborts. Null: it is written
 * down, once, also where the answer to its commit was lost with the connection, as the database is asked what became of it.
 */
export async function write(
  db: Database,
  work: (tx: Transaction) => Promise<void>,
  signal: AbortSignal,
): Promise<Unwritten | null> {
  for (let attempt = 0; ; attempt++) {
    const unwritten = await writeOnce(db, work, signal);
    const isFinal = !unwritten?.isCertain || !isDatabaseAway(unwritten.thrown) || signal.aborted;
    if (isFinal) return unwritten;
    await waitAfter(attempt, signal);
  }
}

async function writeOnce(
  db: Database,
  work: (tx: Transaction) => Promise<void>,
  signal: AbortSignal,
): Promise<Unwritten | null> {
  let id: string | undefined;
  try {
    await db.transaction(async (tx) => {
      id = (await tx.query<{ id: string }>(ownId))[0]!.id;
      await work(tx);
    });
    return null;
  } catch (thrown) {
    const outcome = id === undefined ? 'aborted' : await findOutcome(db, id, signal);
    return outcome === 'committed' ? null : { thrown, isCertain: outcome === 'aborted' };
  }
}

/** What became of a transaction; null where that cannot be found out before `signal` aborts. */
async function findOutcome(db: Database, id: string, signal: AbortSignal): Promise<string | null> {
  for (let attempt = 0; ; attempt++) {
    const rows = await db.query<{ outcome: string | null }>(outcomeOf, [id]).catch(() => null);
    const outcome = rows?.[0]?.outcome ?? null;
    const isFinal = rows !== null && outcome !== 'in progress';
    if (isFinal || signal.aborted) return outcome;
    await waitAfter(attempt, signal);
  }
}

function waitAfter(attempt: number, signal: AbortSignal): Promise<void> {
  return delay(Math.min(firstWaitMs * 2 ** attempt, waitMsMax), signal);
}
