import { appendFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread, threadId } from 'node:worker_threads';

/**
 * Loaded into every thread of the program's processes before anything else (`NODE_OPTIONS=--import`): where calls are
 * carried, SIGUSR2 collects the garbage of every thread, and what is in memory when it was given back is written to a
 * file, a line for each.
 */
const file = process.env.BENCH_MEMORY_FILE;
const channel = new BroadcastChannel('memory-probe');
channel.unref();
/** Pages that the collector emptied are given back to the kernel by a thread of its own, some time later. */
const givenBackMs = 1_500;

// A worker's `argv[1]` names the file of the worker; its environment is that of the thread that started it.
if (isMainThread && (process.argv[1] ?? '').includes('calls-main'))
  process.env.BENCH_MEMORY_OF = String(process.pid);

if (file !== undefined && process.env.BENCH_MEMORY_OF === String(process.pid)) {
  setFlagsFromString('--expose-gc');
  // As where memory runs out: any other leaves empty pages in a pool, which nothing gives back soon after it.
  const gc = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void;
  const collect = () => gc({ type: 'major', flavor: 'last-resort' });
  const tell = () => {
    collect();
    collect();
    setTimeout(() => {
      const { rss, heapUsed, external } = process.memoryUsage();
      appendFileSync(file, `${JSON.stringify({ threadId, rss, heapUsed, external })}\n`);
    }, givenBackMs).unref();
  };
  if (isMainThread) {
    process.on('SIGUSR2', () => {
      channel.postMessage('tell');
      tell();
    });
  } else channel.onmessage = tell;
}
