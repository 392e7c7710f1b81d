import { setImmediate } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { Talk } from '../../../test/pipeline/talk.ts';

it('who began to speak while the process stood still is not hung up on for their silence', async () => {
  const { port1: line, port2: mediaThread } = new MessageChannel();
  const talk = new Talk({ agent: { silenceMs: 100 } });
  talk.conversation.mediaStarted(0);
  const spoke = new Promise<void>((resolve) => {
    line.on('message', (edge) => {
      talk.conversation.speechStarted(edge);
      resolve();
    });
  });
  // The next turn of the event loop begins with its timers.
  await setImmediate();
  mediaThread.postMessage({ atMs: 50, decidedAtMs: 50 });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  await spoke;
  talk.conversation.stop();
  expect((await talk.conversation.ended).end.reason).toBe('stopped');
  line.close();
});
