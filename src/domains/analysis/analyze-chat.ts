import type { Database } from '../../platform/db/index.ts';
import type { Jobs, JobTry, Queue } from '../../platform/jobs/index.ts';
import {
  addChatUsage,
  type ChatAnalysisJob,
  chatAnalysesQueuedLongAgo,
  giveUpChatAnalysis,
  settleChatAnalysis,
  takePendingChatAnalyses,
} from '../chats/index.ts';
import { learn } from '../customer-memory/index.ts';
import { againMessage, lostMessage } from './again-messages.ts';
import { type AnalysisOptions, analyze } from './analyze.ts';
import { findChatToAnalyze } from './store.ts';
import { askedPriority, retriesMax } from './tries.ts';

/** The queue of chats to analyze, one job for each analysis. */
export const chatAnalysisQueue: Queue<ChatAnalysisJob> = {
  name: 'chat-analysis',
  retriesMax,
  retryDelaySeconds: 5,
  timeoutSeconds: 120,
  concurrencyMax: 4,
  example: { organizationId: '', chatId: '' },
};

/** Enqueues a job for each pending analysis of a chat. Returns how many. Gives up analyses whose jobs were lost. */
export async function enqueuePendingChats(db: Database, jobs: Jobs): Promise<number> {
  return db.transaction(async (tx) => {
    const queuedLongAgo = await chatAnalysesQueuedLongAgo(tx);
    for (const lost of await jobs.findLost(tx, chatAnalysisQueue, queuedLongAgo)) {
      await giveUpChatAnalysis(tx, lost, lostMessage(lost.requestId !== undefined));
    }
    const chats = await takePendingChatAnalyses(tx);
    await jobs.enqueue(
      tx,
      chatAnalysisQueue,
      chats.map((data) => ({ data, priority: data.requestId === undefined ? 0 : askedPriority })),
    );
    return chats.length;
  });
}

/** Analyzes a chat, and records the result with a note. */
export function analyzeChat(options: AnalysisOptions, job: JobTry<ChatAnalysisJob>): Promise<void> {
  const key = job.data;
  return analyze(options, job, {
    noun: 'chat',
    find: () => findChatToAnalyze(options.db, key),
    addUsage: (tx, { usage, isComplete }) => addChatUsage(tx, key, usage, isComplete),
    async record(tx, { agentVersion, memory }, { findings, learned, message }, { usage, isComplete }) {
      await addChatUsage(tx, key, usage, isComplete);
      const words = key.requestId === undefined ? '' : againMessage(agentVersion, findings !== null);
      const result = { findings, note: `${message}${words}`, agentVersion };
      const isOurs = await settleChatAnalysis(tx, key, result);
      if (isOurs && memory && learned) await learn(tx, learned, memory.from);
    },
  });
}
