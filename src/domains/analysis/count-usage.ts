import type { UsageSum } from '../../conversation/providers/kit/index.ts';
import type { Database, Transaction } from '../../platform/db/index.ts';
import { LostTry } from '../../platform/jobs/index.ts';
import { write } from './write.ts';

/** What a try took; `isComplete` false: and a try before, of which nobody knows. */
export interface Used {
  usage: readonly UsageSum[];
  isComplete: boolean;
}

/**
 * Counts by `add` what a try took of which nothing came. Rejects with a `LostTry` that tells it where the database is away
 * until `signal` aborts, so that the next try knows that more was used.
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
  const message = `what a try took could not be counted: ${JSON.stringify(usage)}`;
  throw new LostTry(message, { cause: unwritten.thrown });
}
