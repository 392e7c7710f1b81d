import { readFile, rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** The memory of the calls process after a garbage collection, in KB. */
export interface LiveMemory {
  /** Objects of all threads. */
  heapKb: number;
  /** Buffers of all threads, outside the heaps. */
  externalKb: number;
  /** Resident memory, from the kernel. */
  residentKb: number;
}

interface ThreadMemory {
  threadId: number;
  rss: number;
  heapUsed: number;
  external: number;
}

/** Every thread answers within this time on a quiet machine, and within the second one on a busy machine. */
const answerMs = 4_000;
const answerMsMax = 20_000;
/** Threads that start and end with work, such as the embedded voice, are not counted. The first two stay. */
const lastingThreads = 2;

/** Reads the memory through the probe, which writes to `file`. */
export async function readMemory(processId: number, file: string): Promise<LiveMemory> {
  await rm(file, { force: true });
  process.kill(processId, 'SIGUSR2');
  await delay(answerMs);
  const untilMs = Date.now() + answerMsMax - answerMs;
  let threads = await answersIn(file);
  while (threads.length < lastingThreads && Date.now() < untilMs) {
    await delay(500);
    threads = await answersIn(file);
  }
  if (threads.length < lastingThreads)
    throw new Error(`${threads.length} of ${lastingThreads} threads reported their memory`);
  const sum = (of: (one: ThreadMemory) => number) =>
    threads.reduce((total, one) => total + of(one), 0) / 1024;
  return {
    heapKb: sum(({ heapUsed }) => heapUsed),
    externalKb: sum(({ external }) => external),
    residentKb: Math.min(...threads.map(({ rss }) => rss)) / 1024,
  };
}

/** Returns the answers of the threads that stay. */
async function answersIn(file: string): Promise<ThreadMemory[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ThreadMemory)
    .toSorted((a, b) => a.threadId - b.threadId)
    .slice(0, lastingThreads);
}
