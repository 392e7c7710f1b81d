import type { Database, Queryable } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import {
  type AnalysisJob,
  addUsage,
  analysesQueuedLongAgo,
  giveUpAnalysis,
  recordEvent,
  takePendingAnalyses,
} from '../calls/index.ts';
import { lostMessage } from './again-messages.ts';
import { analysisQueue } from './analyze-call.ts';
import { askedPriority } from './tries.ts';

/** Enqueues a job for each pending analysis of a call. Returns how many. */
export async function enqueuePendingAnalyses(db: Database, jobs: Jobs): Promise<number> {
  return db.transaction(async (tx) => {
    for (const lost of await jobs.findLost(tx, analysisQueue, await analysesQueuedLongAgo(tx))) {
      await forget(tx, lost);
    }
    const analyses = await takePendingAnalyses(tx);
    await jobs.enqueue(
      tx,
      analysisQueue,
      analyses.map((data) => ({ data, priority: data.requestId == null ? 0 : askedPriority })),
    );
    return analyses.length;
  });
}

/** Gives up an analysis whose job was lost. Its usage is unknown, so the call's usage is incomplete. */
async function forget(tx: Queryable, { organizationId, callId, requestId }: AnalysisJob): Promise<void> {
  await giveUpAnalysis(tx, { organizationId, callId });
  await addUsage(tx, { organizationId, callId }, [], false);
  const message = lostMessage(requestId != null);
  await recordEvent(tx, organizationId, callId, { decision: 'noted', reason: 'analysis-failed', message });
}
