import type { Database } from '../db/index.ts';
import type { Jobs, JobTry, Queue } from '../jobs/index.ts';
import { toError } from '../kernel/index.ts';
import { UsageMeter } from '../providers/kit/index.ts';
import { type ChatKey, findChatToAnalyze, settleChatAnalysis, takePendingChats } from './chat-store.ts';
import { failure, judge, type ModelsOf, type Result } from './judge.ts';

/** Chats to analyse, one job a chat. */
export const chatAnalysisQueue: Queue<ChatKey> = {
  name: 'chat-analysis',
  retriesMax: 6,
  retryDelaySeconds: 5,
  timeoutSeconds: 120,
  concurrencyMax: 4,
  example: { organizationId: '', chatId: '' },
};

/** Stores a job for each chat that is over and is to be analysed; how many. */
export async function enqueuePendingChats(db: Database, jobs: Jobs): Promise<number> {
  return db.transaction(async (tx) => {
    const chats = await takePendingChats(tx);
    if (chats.length === 0) return 0;
    await jobs.enqueue(
      tx,
      chatAnalysisQueue,
      chats.map((data) => ({ data })),
    );
    return chats.length;
  });
}

/** Finds out about a chat what its agent's plan wants, and records it with a note of how it came out. */
export async function analyzeChat(
  { db, modelsOf }: { db: Database; modelsOf: ModelsOf },
  job: JobTry<ChatKey>,
): Promise<void> {
  const key = job.data;
  const chat = await findChatToAnalyze(db, key);
  if (!chat) return;
  let result: Result;
  try {
    const subject = { ...chat, organizationId: key.organizationId };
    result = await judge(modelsOf, subject, { signal: job.signal, usage: new UsageMeter() });
  } catch (thrown) {
    if (!job.isLast) throw thrown;
    result = failure('analysis-failed', `The chat could not be analysed: ${toError(thrown).message}.`);
  }
  const { findings, message: note } = result;
  await settleChatAnalysis(db, key, { findings, note });
}
