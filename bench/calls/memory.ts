import { readFile, rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** What is in the memory of the process that carries calls after its garbage was collected, in KB. */
export interface LiveMemory {
  /** Objects of all threads. */
  heapKb: number;
  /** Buffers of all threads, outside of the heaps. */
  externalKb: number;
  /** What the kernel says of the process. */
  residentKb: number;
}

interface ThreadMemory {
  threadId: number;
  rss: number;
  heapUsed: number;
  external: number;
}

/** Every thread answers within this. */
const answerMs = 4_000;
/** Threads that come and go with work, as the embedded voice does, are no calls' memory: the first ones stay. */
const lastingThreads = 2;

/** Reads it through the probe that the program was started with, which writes to `file`. */
export async function readMemory(processId: number, file: string): Promise<LiveMemory> {
  await rm(file, { force: true });
  process.kill(processId, 'SIGUSR2');
  await delay(answerMs);
  const threads = (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ThreadMemory)
    .toSorted((a, b) => a.threadId - b.threadId)
    .slice(0, lastingThreads);
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
