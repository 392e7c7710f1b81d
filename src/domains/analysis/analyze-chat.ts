import { UsageMeter, type UsageSum } from '../../conversation/providers/kit/index.ts';
import type { Database, Transaction } from '../../platform/db/index.ts';
import type { Jobs, JobTry, Queue } from '../../platform/jobs/index.ts';
import { toError } from '../../platform/kernel/index.ts';
import { againWords } from './again-words.ts';
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
import { countUsage } from './count-usage.ts';
import { failure, judge, type ModelsOf, type Result } from './judge.ts';
import { BadAnswer, isTriedAgain, retriesMax } from './tries.ts';
import { write } from './write.ts';

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

interface ChatAnalysisOptions {
  db: Database;
  modelsOf: ModelsOf;
  /** Adds to the record of a chat what models were used for; `isComplete` false: for more than is known. */
  addUsage: (tx: Transaction, key: ChatKey, used: readonly UsageSum[], isComplete?: boolean) => Promise<void>;
}

/**
 * Finds out about a chat what its agent's plan wants, and records it with a note of how it came out and with what it took,
 * which counts too where nothing came of it. What a try took that was lost with its process nobody knows, and the cost
 * says so.
 */
export async function analyzeChat(
  { db, modelsOf, addUsage }: ChatAnalysisOptions,
  job: JobTry<ChatAnalysisJob>,
): Promise<void> {
  const { data: key, signal } = job;
  const chat = await findChatToAnalyze(db, key);
  if (!chat) return;
  const usage = new UsageMeter();
  const count = (isComplete = !job.isAfterLoss) => {
    const sums = usage.sums();
    return countUsage(db, { usage: sums, isComplete }, (tx) => addUsage(tx, key, sums, isComplete), signal);
  };
  let result: Result;
  try {
    const subject = { ...chat, organizationId: key.organizationId };
    result = await judge(modelsOf, subject, { signal, usage });
  } catch (thrown) {
    if (isTriedAgain(job, thrown instanceof BadAnswer)) {
      await count();
      throw thrown;
    }
    result = failure('analysis-failed', `The chat could not be analysed: ${toError(thrown).message}.`);
  }
  const { agentVersion } = chat;
  const settle = (tx: Transaction, { findings, message }: Result) => {
    const words = key.requestId === undefined ? '' : againWords(agentVersion, findings !== null);
    return settleChatAnalysis(tx, key, { findings, note: `${message}${words}`, agentVersion });
  };
  const work = async (tx: Transaction) => {
    await addUsage(tx, key, usage.sums(), !job.isAfterLoss);
    await settle(tx, result);
  };
  const unwritten = await write(db, work, signal);
  if (!unwritten) return;
  // It was paid for all the same, and counts before anything else can go wrong.
  await count(!job.isAfterLoss && unwritten.isCertain);
  if (!(await findChatToAnalyze(db, key))) return;
  if (isTriedAgain(job, true) || result.findings === null) throw unwritten.thrown;
  // What cannot be written down is no finding.
  const message = `The analysis could not be recorded: ${toError(unwritten.thrown).message}.`;
  await db.transaction((tx) => settle(tx, failure('analysis-failed', message)));
}
