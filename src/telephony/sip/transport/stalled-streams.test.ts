import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { StreamConnection } from './stream-connection.ts';
import { defaultStreamLimits, type StreamLimits } from './stream-limits.ts';

/** Blocks this process. */
const standStill = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);

const message = (startLine: string) => `${startLine}\r\nContent-Length: 0\r\n\r\n`;
const sockets: Socket[] = [];
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Connects to a peer that `serve` handles. Rejects when the connection ends. */
async function connected(limits: Partial<StreamLimits>, serve: (peer: Socket) => void) {
  const server = createServer((peer) => {
    sockets.push(peer);
    serve(peer);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const heard = Promise.withResolvers<string>();
  await setImmediate();
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  const handlers = {
    onMessage: (bytes: Buffer) => heard.resolve(bytes.toString()),
    onMalformed: () => undefined,
    onClosed: () => heard.reject(new Error('the connection was given up')),
  };
  const connection = new StreamConnection(socket, { ...defaultStreamLimits, ...limits }, handlers, false);
  socket.once('connect', () => connection.ready());
  return { socket, connection, heard: heard.promise };
}
const ask = message('OPTIONS sip:a@b SIP/2.0');
const answer = message('SIP/2.0 200 OK');

test('a connection is used that was established while the process was stalled', async () => {
  const { connection, heard } = await connected({ connectTimeoutMs: 300 }, (peer) =>
    peer.on('data', () => peer.write(answer)),
  );
  connection.send(Buffer.from(ask), () => undefined);
  for (let n = 0; n < 20; n++) await new Promise<void>((resolve) => process.nextTick(resolve));
  standStill();
  expect(await heard).toBe(answer);
});

test('an answer that arrived while the process was stalled keeps the connection', async () => {
  const { connection, heard } = await connected({ answerTimeoutMs: 300 }, (peer) =>
    peer.on('data', () => {
      peer.write(answer);
      standStill();
    }),
  );
  connection.send(Buffer.from(ask), () => undefined);
  expect(await heard).toBe(answer);
});

test('a message is complete when its rest arrived while the process was stalled', async () => {
  const { socket, heard } = await connected({ messageTimeoutMs: 300 }, (peer) => {
    peer.write(answer.slice(0, 20));
    socket.once('data', () => {
      peer.write(answer.slice(20));
      standStill();
    });
  });
  expect(await heard).toBe(answer);
});

test('a pong that arrived while the process was stalled keeps the connection', async () => {
  const { heard } = await connected({ keepAliveMs: 400, pongTimeoutMs: 300 }, (peer) => {
    let pings = 0;
    peer.on('data', () => {
      pings++;
      peer.write(pings < 3 ? '\r\n' : answer);
      if (pings === 2) standStill();
    });
  });
  expect(await heard).toBe(answer);
});
