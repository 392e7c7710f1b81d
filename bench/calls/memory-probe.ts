import { appendFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread, threadId } from 'node:worker_threads';

/**
 * Loaded first into every thread of the program's processes (`NODE_OPTIONS=--import`). On SIGUSR2 each thread of the
 * calls process collects its garbage, and writes its memory as a line of a file when the pages have been returned.
 */
const file = process.env.BENCH_MEMORY_FILE;
const channel = new BroadcastChannel('memory-probe');
channel.unref();
/** A thread of the collector returns empty pages to the kernel after this time. */
const givenBackMs = 1_500;

// A worker's `argv[1]` names the worker's file. Its environment is that of the starting thread.
if (isMainThread && (process.argv[1] ?? '').includes('calls-main'))
  process.env.BENCH_MEMORY_OF = String(process.pid);

if (file !== undefined && process.env.BENCH_MEMORY_OF === String(process.pid)) {
  setFlagsFromString('--expose-gc');
  // The mode for low memory. Other modes keep empty pages in a pool for long.
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
