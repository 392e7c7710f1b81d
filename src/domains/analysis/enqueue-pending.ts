import type { Database, Queryable } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import { addUsage, recordEvent } from '../calls/index.ts';
import { lostWords } from './again-words.ts';
import { analysisQueue } from './analyze-call.ts';
import { askedPriority } from './asked-priority.ts';
import { type AnalysisJob, findQueuedLongAgo, giveUpAnalysis, takePending } from './store.ts';

/** Stores a job for each analysis that waits for one: of calls that ended, and those that were asked for; how many. */
export async function enqueuePendingAnalyses(db: Database, jobs: Jobs): Promise<number> {
  return db.transaction(async (tx) => {
    for (const lost of await jobs.findLost(tx, analysisQueue, await findQueuedLongAgo(tx))) {
      await forget(tx, lost);
    }
    const analyses = await takePending(tx);
    await jobs.enqueue(
      tx,
      analysisQueue,
      analyses.map((data) => ({ data, priority: data.requestId == null ? 0 : askedPriority })),
    );
    return analyses.length;
  });
}

/** Gives up an analysis whose job is gone without an answer, as it may have used what nobody knows. */
async function forget(tx: Queryable, { organizationId, callId, requestId }: AnalysisJob): Promise<void> {
  await giveUpAnalysis(tx, { organizationId, callId });
  await addUsage(tx, { organizationId, callId }, [], false);
  const message = lostWords(requestId != null);
  await recordEvent(tx, organizationId, callId, { decision: 'noted', reason: 'analysis-failed', message });
}
