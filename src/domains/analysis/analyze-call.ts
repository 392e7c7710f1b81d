import { UsageMeter } from '../../conversation/providers/kit/index.ts';
import type { Database, Transaction } from '../../platform/db/index.ts';
import type { JobTry, Queue } from '../../platform/jobs/index.ts';
import { toError } from '../../platform/kernel/index.ts';
import { addUsage, recordEvent } from '../calls/index.ts';
import { againWords } from './again-words.ts';
import { countUsage, type Used } from './count-usage.ts';
import { failure, judge, type ModelsOf, type Result } from './judge.ts';
import { type AnalysisJob, type CallToAnalyze, findCallToAnalyze, settleAnalysis } from './store.ts';
import { BadAnswer, isTriedAgain, retriesMax } from './tries.ts';
import { type Unwritten, write } from './write.ts';

/** Calls to analyse, one job an analysis. */
export const analysisQueue: Queue<AnalysisJob> = {
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
export async function analyzeCall(options: AnalysisOptions, job: JobTry<AnalysisJob>): Promise<void> {
  const { db } = options;
  const { data: key, signal } = job;
  const call = await findCallToAnalyze(db, key);
  if (!call) return;
  if (call.transcript.length === 0) {
    const message = 'Nothing was said in the call that could be analysed.';
    return settleSurely(db, key, call, failure('analysis-empty', message), signal);
  }
  const usage = new UsageMeter();
  const used = () => ({ usage: usage.sums(), isComplete: !job.isAfterLoss });
  let result: Result;
  try {
    const subject = { ...call, organizationId: key.organizationId };
    result = await judge(options.modelsOf, subject, { signal, usage });
  } catch (thrown) {
    if (isTriedAgain(job, thrown instanceof BadAnswer)) {
      await count(db, key, used(), signal);
      throw thrown;
    }
    result = failure('analysis-failed', `The call could not be analysed: ${toError(thrown).message}.`);
  }
  const unwritten = await settle(db, key, call, result, used(), signal);
  if (!unwritten) return;
  // It was paid for all the same, and counts before anything else can go wrong.
  const { usage: sums, isComplete } = used();
  await count(db, key, { usage: sums, isComplete: isComplete && unwritten.isCertain }, signal);
  if (!(await findCallToAnalyze(db, key))) return;
  if (isTriedAgain(job, true) || result.findings === null) throw unwritten.thrown;
  // What cannot be written down is no finding.
  const message = `The analysis could not be recorded: ${toError(unwritten.thrown).message}.`;
  await settleSurely(db, key, call, failure('analysis-failed', message), signal);
}

/** Adds what a try took of which nothing came. */
function count(db: Database, key: AnalysisJob, used: Used, signal: AbortSignal): Promise<void> {
  return countUsage(db, used, (tx) => addUsage(tx, key, used.usage, used.isComplete), signal);
}

function settle(
  db: Database,
  key: AnalysisJob,
  { agentVersion }: CallToAnalyze,
  { findings, reason, message }: Result,
  { usage, isComplete }: Used,
  signal: AbortSignal,
): Promise<Unwritten | null> {
  const work = async (tx: Transaction) => {
    const isOurs = await settleAnalysis(tx, key, { findings, agentVersion });
    // A try that was overtaken by another was paid for as well.
    await addUsage(tx, key, usage, isComplete);
    if (!isOurs) return;
    const words = key.requestId == null ? '' : againWords(agentVersion, findings !== null);
    const event = { decision: 'noted', reason, message: `${message}${words}` } as const;
    await recordEvent(tx, key.organizationId, key.callId, event);
  };
  return write(db, work, signal);
}

/** Settles it by a result that took nothing more; rejects where it cannot be written down. */
async function settleSurely(
  db: Database,
  key: AnalysisJob,
  call: CallToAnalyze,
  result: Result,
  signal: AbortSignal,
): Promise<void> {
  const unwritten = await settle(db, key, call, result, { usage: [], isComplete: true }, signal);
  if (unwritten) throw unwritten.thrown;
}
