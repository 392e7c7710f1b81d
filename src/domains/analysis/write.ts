import { type Database, isDatabaseAway, type Transaction } from '../../platform/db/index.ts';
import { delay } from '../../platform/kernel/index.ts';
import { transactionId, transactionOutcome } from './store.ts';

/** The waits for an unreachable database in milliseconds: doubled each time, up to the longest. */
const firstWaitMs = 250;
const waitMsMax = 2000;

/** A failed transaction. `isCertain` is false when it may have stored its changes. */
interface Unwritten {
  thrown: unknown;
  isCertain: boolean;
}

/**
 * Runs `work` in a transaction. Waits for an unreachable database until it is back or `signal` aborts. Stores the work
 * at most once: when the answer to COMMIT is lost, this asks the database for the outcome. Returns null when the work
 * is stored.
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
      id = await transactionId(tx);
      await work(tx);
    });
    return null;
  } catch (thrown) {
    const outcome = id === undefined ? 'aborted' : await findOutcome(db, id, signal);
    return outcome === 'committed' ? null : { thrown, isCertain: outcome === 'aborted' };
  }
}

/** Returns the outcome of a transaction, or null when it cannot be found out before `signal` aborts. */
async function findOutcome(db: Database, id: string, signal: AbortSignal): Promise<string | null> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await transactionOutcome(db, id).catch(() => undefined);
    const isFinal = outcome !== undefined && outcome !== 'in progress';
    if (isFinal || signal.aborted) return outcome ?? null;
    await waitAfter(attempt, signal);
  }
}

function waitAfter(attempt: number, signal: AbortSignal): Promise<void> {
  return delay(Math.min(firstWaitMs * 2 ** attempt, waitMsMax), signal);
}
