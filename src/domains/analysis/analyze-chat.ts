import type { UsageSum } from '../../conversation/providers/kit/index.ts';
import type { Database, Transaction } from '../../platform/db/index.ts';
import type { Jobs, JobTry, Queue } from '../../platform/jobs/index.ts';
import { againWords } from './again-words.ts';
import { type AnalysisOptions, analyze } from './analyze.ts';
import { askedPriority } from './asked-priority.ts';
import {
  type ChatAnalysisJob,
  type ChatKey,
  findChatsQueuedLongAgo,
  findChatToAnalyze,
  giveUpChatAnalysis,
  settleChatAnalysis,
  takePendingChats,
} from './chat-store.ts';
import { retriesMax } from './tries.ts';

/** Chats to analyse, one job an analysis. */
export const chatAnalysisQueue: Queue<ChatAnalysisJob> = {
  name: 'chat-analysis',
  retriesMax,
  retryDelaySeconds: 5,
  timeoutSeconds: 120,
  concurrencyMax: 4,
  example: { organizationId: '', chatId: '' },
};

/** Stores a job for each chat that is over and is to be analysed; how many. Those whose job is lost are given up. */
export async function enqueuePendingChats(db: Database, jobs: Jobs): Promise<number> {
  return db.transaction(async (tx) => {
    const queuedLongAgo = await findChatsQueuedLongAgo(tx);
    for (const lost of await jobs.findLost(tx, chatAnalysisQueue, queuedLongAgo)) {
      await giveUpChatAnalysis(tx, lost);
    }
    const chats = await takePendingChats(tx);
    await jobs.enqueue(
      tx,
      chatAnalysisQueue,
      chats.map((data) => ({ data, priority: data.requestId === undefined ? 0 : askedPriority })),
    );
    return chats.length;
  });
}

interface ChatAnalysisOptions extends AnalysisOptions {
  /** Adds to the record of a chat what models were used for; `isComplete` false: for more than is known. */
  addUsage: (tx: Transaction, key: ChatKey, used: readonly UsageSum[], isComplete?: boolean) => Promise<void>;
}

/** Analyses a chat, and records the result with a note about it. */
export function analyzeChat(
  { addUsage, ...options }: ChatAnalysisOptions,
  job: JobTry<ChatAnalysisJob>,
): Promise<void> {
  const key = job.data;
  return analyze(options, job, {
    noun: 'chat',
    find: () => findChatToAnalyze(options.db, key),
    addUsage: (tx, { usage, isComplete }) => addUsage(tx, key, usage, isComplete),
    async record(tx, { agentVersion }, { findings, message }, { usage, isComplete }) {
      await addUsage(tx, key, usage, isComplete);
      const words = key.requestId === undefined ? '' : againWords(agentVersion, findings !== null);
      await settleChatAnalysis(tx, key, { findings, note: `${message}${words}`, agentVersion });
    },
  });
}
