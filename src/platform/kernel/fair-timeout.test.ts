import { setImmediate } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { fairTimeout } from './fair-timeout.ts';

/** Blocks this thread. */
const standStill = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

it('reads what arrived during a stall before it times out', async () => {
  const { port1, port2 } = new MessageChannel();
  const happened: string[] = [];
  port1.on('message', () => happened.push('it came'));
  // The next turn of the event loop begins with its timers.
  await setImmediate();
  const over = new Promise<void>((resolve) => {
    fairTimeout(30, () => {
      happened.push('the time is over');
      resolve();
    });
  });
  port2.postMessage('');
  standStill(200);
  await over;
  expect(happened).toEqual(['it came', 'the time is over']);
  port1.close();
});

it('can be cancelled before it is due, and during its extra wait', async () => {
  const { port1, port2 } = new MessageChannel();
  const happened: string[] = [];
  fairTimeout(10, () => happened.push('the first'))();
  const callOff = fairTimeout(10, () => happened.push('the second'));
  port1.on('message', () => {
    happened.push('it came');
    callOff();
  });
  await setImmediate();
  port2.postMessage('');
  standStill(100);
  await new Promise<void>((resolve) => void fairTimeout(150, resolve));
  expect(happened).toEqual(['it came']);
  port1.close();
});
