import { addUsage, recordEvent } from '../calls/index.ts';
import type { Database } from '../db/index.ts';
import type { JobTry, Queue } from '../jobs/index.ts';
import { toError } from '../kernel/index.ts';
import { UsageMeter, type UsageSum } from '../providers/kit/index.ts';
import { failure, judge, type ModelsOf, type Result } from './judge.ts';
import { type CallKey, findCallToAnalyze, settleAnalysis } from './store.ts';
import { BadAnswer, isTriedAgain, retriesMax } from './tries.ts';

/** Calls to analyse, one job a call. */
export const analysisQueue: Queue<CallKey> = {
  name: 'call-analysis',
  retriesMax,
  retryDelaySeconds: 5,
  timeoutSeconds: 120,
  concurrencyMax: 4,
  example: { organizationId: '', callId: '' },
};

export interface AnalysisOptions {
  db: Database;
  modelsOf: ModelsOf;
}

/**
 * Finds out about a call what its agent's plan wants, and records it with a line for `why` and with what it took, which
 * counts too where nothing came of it. What a try took that was lost with its process nobody knows, and the cost says so.
 */
export async function analyzeCall(options: AnalysisOptions, job: JobTry<CallKey>): Promise<void> {
  const { db } = options;
  const key = job.data;
  const call = await findCallToAnalyze(db, key);
  if (!call) return;
  if (call.transcript.length === 0) {
    const message = 'Nothing was said in the call that could be analysed.';
    return settle(db, key, failure('analysis-empty', message), { usage: [], isComplete: true });
  }
  const usage = new UsageMeter();
  let result: Result;
  try {
    const subject = { ...call, organizationId: key.organizationId };
    result = await judge(options.modelsOf, subject, { signal: job.signal, usage });
  } catch (thrown) {
    if (isTriedAgain(job, thrown instanceof BadAnswer)) {
      await db.transaction((tx) => addUsage(tx, key, usage.sums(), !job.isAfterLoss));
      throw thrown;
    }
    result = failure('analysis-failed', `The call could not be analysed: ${toError(thrown).message}.`);
  }
  const used = { usage: usage.sums(), isComplete: !job.isAfterLoss };
  try {
    await settle(db, key, result, used);
  } catch (thrown) {
    // What cannot be written down is no finding; it was paid for all the same.
    if (isTriedAgain(job, true) || result.findings === null) throw thrown;
    const message = `The analysis could not be recorded: ${toError(thrown).message}.`;
    await settle(db, key, failure('analysis-failed', message), used);
  }
}

async function settle(
  db: Database,
  key: CallKey,
  { findings, reason, message }: Result,
  { usage, isComplete }: { usage: readonly UsageSum[]; isComplete: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    const status = findings ? 'done' : 'failed';
    const isOurs = await settleAnalysis(tx, key, { status, findings });
    // A try that was overtaken by another was paid for as well.
    await addUsage(tx, key, usage, isComplete);
    if (isOurs) await recordEvent(tx, key.organizationId, key.callId, { decision: 'noted', reason, message });
  });
}
