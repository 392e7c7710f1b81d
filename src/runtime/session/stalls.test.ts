import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { Presence } from './audio/presence.ts';
import { transferBlind } from './transfer/blind-transfer.ts';
import { probePort } from './trunks/probe-port.ts';

/** Stalls the whole process. */
const standStill = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
/** What was begun goes on as far as it does without the event loop, whose next turn begins with its timers. */
const settled = async () => {
  for (let n = 0; n < 20; n++) await new Promise<void>((resolve) => process.nextTick(resolve));
};

it('counts a connection that was made while the process was stalled', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  await setImmediate();
  const probed = probePort('tcp', '127.0.0.1', (server.address() as AddressInfo).port, 200);
  await settled();
  standStill(400);
  expect(await probed).toEqual({ isRefused: false });
  server.close();
});

it('counts a refusal that arrived while the process was stalled', async () => {
  const closed = createSocket('udp4').bind(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address();
  closed.close();
  await once(closed, 'close');
  await setImmediate();
  const probed = probePort('udp', '127.0.0.1', port, 200);
  await settled();
  standStill(400);
  expect(await probed).toEqual({ isRefused: true, reason: 'connection refused' });
});

it('does not hang up on a caller who resumed the call while the process was stalled', async () => {
  const { port1, port2 } = new MessageChannel();
  const happened: unknown[] = [];
  const presence = new Presence({
    holdTimeoutMs: 200,
    onHold: (isHeld) => happened.push(isHeld),
    onGone: (why) => happened.push(why),
  });
  const back = once(port1, 'message').then(() => presence.agreed({ direction: 'sendrecv' }));
  await setImmediate();
  presence.agreed({ direction: 'inactive' });
  port2.postMessage('');
  standStill(400);
  await back;
  expect(happened).toEqual([true, false]);
  presence.close();
  port1.close();
});

it('reports a transfer as failed when its failure arrived while the process was stalled', async () => {
  const { port1, port2 } = new MessageChannel();
  const leg = {
    refer: (_: unknown, events: { onAccepted(): void; onEnd(end: object): void }) => {
      events.onAccepted();
      port1.once('message', (end) => events.onEnd(end));
    },
  };
  const parties = { leg, signal: new AbortController().signal, onConnected: () => undefined };
  await setImmediate();
  const transferred = transferBlind(
    parties as never,
    {} as never,
    { to: '+12125550177', uri: 'sip:x@192.0.2.1' },
    200,
  );
  port2.postMessage({ kind: 'failed', status: 486, reason: 'Busy Here' });
  standStill(400);
  expect(await transferred).toEqual({ kind: 'failed', reason: '486 Busy Here' });
  port1.close();
});
