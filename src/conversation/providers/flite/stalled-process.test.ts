import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FliteWorker } from './flite-worker.ts';

test('keeps speech that was synthesized during a stall of the process', async () => {
  const options = { timeoutMs: 20_000, idleStopMs: 60_000 };
  const worker = new FliteWorker(options);
  const job = { text: 'Good day.', voice: 'slt', speed: 1 } as const;
  await worker.run(job);
  options.timeoutMs = 500;
  // The next turn of the event loop begins with its timers.
  await setImmediate();
  const spoken = worker.run(job);
  // Long enough for the thread on a busy machine; it takes 0.1 s on an idle one.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000);
  expect((await spoken).length).toBeGreaterThan(1_000);
  await worker.stop();
});
