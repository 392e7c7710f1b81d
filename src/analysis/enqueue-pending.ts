import { addUsage, recordEvent } from '../calls/index.ts';
import type { Database } from '../db/index.ts';
import type { Jobs } from '../jobs/index.ts';
import { analysisQueue } from './analyze-call.ts';
import { giveUpForgotten, takePending } from './store.ts';

/** Stores a job for each analysis that waits for one: of calls that ended, and those that were asked for; how many. */
export async function enqueuePendingAnalyses(db: Database, jobs: Jobs): Promise<number> {
  return db.transaction(async (tx) => {
    for (const { organizationId, callId } of await giveUpForgotten(tx)) {
      await addUsage(tx, { organizationId, callId }, [], false);
      const message = 'The call was never analysed: its job was lost.';
      await recordEvent(tx, organizationId, callId, {
        decision: 'noted',
        reason: 'analysis-failed',
        message,
      });
    }
    const analyses = await takePending(tx);
    await jobs.enqueue(
      tx,
      analysisQueue,
      analyses.map((data) => ({ data })),
    );
    return analyses.length;
  });
}
