import type { JobTry, Queue } from '../../platform/jobs/index.ts';
import { type AnalysisJob, addUsage, recordEvent, settleAnalysis } from '../calls/index.ts';
import { learn } from '../customer-memory/index.ts';
import { againMessage } from './again-messages.ts';
import { type AnalysisOptions, analyze } from './analyze.ts';
import { failure } from './judge.ts';
import { findCallToAnalyze } from './store.ts';
import { retriesMax } from './tries.ts';

/** The queue of calls to analyze, one job for each analysis. */
export const analysisQueue: Queue<AnalysisJob> = {
  name: 'call-analysis',
  retriesMax,
  retryDelaySeconds: 5,
  timeoutSeconds: 120,
  concurrencyMax: 4,
  example: { organizationId: '', callId: '' },
};

const nothingSaid = 'Nothing was said in the call that could be analyzed.';

/** Analyzes a call, and records the result with an event for `why`. */
export function analyzeCall(options: AnalysisOptions, job: JobTry<AnalysisJob>): Promise<void> {
  const key = job.data;
  return analyze(options, job, {
    noun: 'call',
    find: () => findCallToAnalyze(options.db, key),
    resultWithoutModel: ({ transcript }) =>
      transcript.length === 0 ? failure('analysis-empty', nothingSaid) : null,
    addUsage: (tx, { usage, isComplete }) => addUsage(tx, key, usage, isComplete),
    async record(
      tx,
      { agentVersion, memory },
      { findings, learned, reason, message },
      { usage, isComplete },
    ) {
      const isOurs = await settleAnalysis(tx, key, { findings, agentVersion });
      // Counts its usage although another try finished first: both cost money.
      await addUsage(tx, key, usage, isComplete);
      if (!isOurs) return;
      if (memory && learned) await learn(tx, learned, memory.from);
      const words = key.requestId == null ? '' : againMessage(agentVersion, findings !== null);
      const event = { decision: 'noted', reason, message: `${message}${words}` } as const;
      await recordEvent(tx, key.organizationId, key.callId, event);
    },
  });
}
