import { setImmediate } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { TestCall } from '../../../test/pipeline/test-call.ts';

it('does not end a call for silence when the caller spoke during a stall of the process', async () => {
  const { port1: line, port2: mediaThread } = new MessageChannel();
  const call = new TestCall({ agent: { silenceMs: 100 } });
  call.conversation.mediaStarted(0);
  const spoke = new Promise<void>((resolve) => {
    line.on('message', (edge) => {
      call.conversation.speechStarted(edge);
      resolve();
    });
  });
  // The next iteration of the event loop starts with timers.
  await setImmediate();
  mediaThread.postMessage({ atMs: 50, decidedAtMs: 50 });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  await spoke;
  call.conversation.stop();
  expect((await call.conversation.ended).end.reason).toBe('stopped');
  line.close();
});
