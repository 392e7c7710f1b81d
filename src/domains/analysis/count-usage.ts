import type { UsageSum } from '../../conversation/providers/kit/index.ts';
import type { Database, Transaction } from '../../platform/db/index.ts';
import { LostTry } from '../../platform/jobs/index.ts';
import { write } from './write.ts';

/** The usage of a try. `isComplete` is false when the usage of an earlier try is unknown. */
export interface Used {
  usage: readonly UsageSum[];
  isComplete: boolean;
}

/**
 * Counts the usage of a try without a result by `add`. Rejects with a `LostTry` when the database is unreachable until
 * `signal` aborts, so that the next try knows that some usage is missing.
 */
export async function countUsage(
  db: Database,
  { usage, isComplete }: Used,
  add: (tx: Transaction) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  if (usage.length === 0 && isComplete) return;
  const unwritten = await write(db, add, signal);
  if (!unwritten) return;
  const message = `the usage of a try could not be counted: ${JSON.stringify(usage)}`;
  throw new LostTry(message, { cause: unwritten.thrown });
}
