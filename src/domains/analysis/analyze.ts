import { UsageMeter, type UsageSum } from '../../conversation/providers/kit/index.ts';
import type { Database, Transaction } from '../../platform/db/index.ts';
import { type JobTry, LostTry } from '../../platform/jobs/index.ts';
import { toError } from '../../platform/kernel/index.ts';
import { failure, judge, type ModelsOf, type Result, type Subject } from './judge.ts';
import { BadAnswer, isTriedAgain } from './tries.ts';
import { write } from './write.ts';

export interface AnalysisOptions {
  db: Database;
  modelsOf: ModelsOf;
}

/** How one kind of conversation is found and its analysis recorded. */
interface AnalysisEnds<Found> {
  noun: 'call' | 'chat';
  /** Returns `null` when the conversation does not wait for this analysis any more. */
  find: () => Promise<Found | null>;
  /** Returns a result that needs no model, or `null`. */
  resultWithoutModel?: (found: Found) => Result | null;
  /** Adds the usage of a try to the conversation's record. */
  addUsage: (tx: Transaction, used: Used) => Promise<void>;
  /** Records the result together with its usage. */
  record: (tx: Transaction, found: Found, result: Result, used: Used) => Promise<void>;
}

/**
 * Analyses one conversation by its agent's plan, and records the result together with its usage. A try without a result
 * counts its usage too. If a process is lost during a try, that usage is unknown, and the cost is marked as incomplete.
 */
export async function analyze<Found extends Omit<Subject, 'organizationId'>>(
  { db, modelsOf }: AnalysisOptions,
  job: JobTry<{ organizationId: string }>,
  { noun, find, resultWithoutModel, addUsage, record }: AnalysisEnds<Found>,
): Promise<void> {
  const { data, signal } = job;
  const found = await find();
  if (!found) return;
  const usage = new UsageMeter();
  const used = (isComplete = !job.isAfterLoss): Used => ({ usage: usage.sums(), isComplete });
  const count = (taken: Used) => countUsage(db, taken, (tx) => addUsage(tx, taken), signal);
  const settle = (result: Result, taken: Used) => write(db, (tx) => record(tx, found, result, taken), signal);
  const settleSurely = async (result: Result) => {
    const unwritten = await settle(result, { usage: [], isComplete: true });
    if (unwritten) throw unwritten.thrown;
  };
  const known = resultWithoutModel?.(found);
  if (known) return settleSurely(known);
  let result: Result;
  try {
    const subject = { ...found, organizationId: data.organizationId };
    result = await judge(modelsOf, subject, { signal, usage });
  } catch (thrown) {
    if (isTriedAgain(job, thrown instanceof BadAnswer)) {
      await count(used());
      throw thrown;
    }
    result = failure('analysis-failed', `The ${noun} could not be analyzed: ${toError(thrown).message}.`);
  }
  const unwritten = await settle(result, used());
  if (!unwritten) return;
  // The models cost money in any case, so their usage is counted before anything else can fail.
  await count(used(!job.isAfterLoss && unwritten.isCertain));
  if (!(await find())) return;
  if (isTriedAgain(job, true) || result.findings === null) throw unwritten.thrown;
  // A result that cannot be stored counts as a failed analysis.
  const message = `The analysis could not be recorded: ${toError(unwritten.thrown).message}.`;
  await settleSurely(failure('analysis-failed', message));
}

/** The usage of a try. `isComplete` is false when the usage of an earlier try is unknown. */
interface Used {
  usage: readonly UsageSum[];
  isComplete: boolean;
}

/**
 * Counts the usage of a try without a result by `add`. Rejects with a `LostTry` when the database is unreachable until
 * `signal` aborts, so that the next try knows that some usage is missing.
 */
async function countUsage(
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
