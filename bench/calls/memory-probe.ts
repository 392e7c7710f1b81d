import { appendFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread, threadId } from 'node:worker_threads';

/**
 * Loaded into the program's processes before anything else (`NODE_OPTIONS=--import`): where calls are carried, SIGUSR2
 * collects the garbage of every thread, and what is in memory then is written to a file, a line for each.
 */
const file = process.env.BENCH_MEMORY_FILE;
const channel = new BroadcastChannel('memory-probe');
channel.unref();

if (file !== undefined && (process.argv[1] ?? '').includes('calls-main')) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const tell = () => {
    collect();
    collect();
    const { rss, heapUsed, external } = process.memoryUsage();
    appendFileSync(file, `${JSON.stringify({ threadId, rss, heapUsed, external })}\n`);
  };
  if (isMainThread) {
    process.on('SIGUSR2', () => {
      channel.postMessage('tell');
      tell();
    });
  } else channel.onmessage = tell;
}
