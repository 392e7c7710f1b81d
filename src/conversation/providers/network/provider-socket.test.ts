import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { ProviderError } from '../kit/index.ts';
import { openSocket, type SocketOptions } from './provider-socket.ts';

const key = 'sk-very-secret-key';
let base: string;
let onConnection: (socket: WebSocket, authorization: string | undefined) => void;
const server = createServer();
const sockets = new WebSocketServer({ noServer: true, autoPong: false });
server.on('upgrade', (request, stream, head) => {
  if (request.url === '/never') return;
  if (request.url === '/go') {
    sockets.handleUpgrade(request, stream, head, (socket) =>
      onConnection(socket, request.headers.authorization),
    );
  } else stream.end(`HTTP/1.1 ${request.url?.slice(1)} No\r\ncontent-length: 0\r\n\r\n`);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  for (const socket of sockets.clients) socket.terminate();
  server.closeAllConnections();
  server.close();
});

function open(more: Partial<SocketOptions> = {}) {
  const ended = Promise.withResolvers<ProviderError>();
  const received: (string | Uint8Array)[] = [];
  const socket = openSocket({
    provider: 'some-vendor',
    url: `${base}/go`,
    headers: { authorization: `Token ${key}` },
    secrets: [key],
    onMessage: (data) => received.push(data),
    onEnd: ended.resolve,
    ...more,
  });
  return { socket, received, ended: ended.promise };
}

test('delivers messages sent before the connection is open, in order and with headers', async () => {
  const arrived = Promise.withResolvers<string[]>();
  const messages: string[] = [];
  onConnection = (socket, authorization) => {
    messages.push(String(authorization));
    socket.on('message', (data) => {
      messages.push(String(data));
      socket.send(Buffer.from('bytes'));
      if (messages.length >= 4) arrived.resolve(messages);
    });
  };
  let answered = false;
  const { socket } = open({
    onMessage: () => {
      if (!answered) socket.send('three');
      answered = true;
    },
  });
  socket.send('one');
  socket.send(Buffer.from('two'));
  expect(await arrived.promise).toEqual([`Token ${key}`, 'one', 'two', 'three']);
  socket.close();
});

test.each([
  ['/401', 401, false],
  ['/403', 403, false],
  ['/429', 429, true],
  ['/503', 503, true],
])('a handshake answered with %s tells its status', async (path, status, retryable) => {
  expect(await open({ url: base + path }).ended).toMatchObject({ status, retryable });
});

test.each([
  [1000, true],
  [1008, false],
  [1011, true],
  [4401, false],
  [4429, true],
])('a close with code %d: retryable %s', async (code, retryable) => {
  onConnection = (socket) => socket.close(code, `no ${key}`);
  const failure = await open().ended;
  expect(failure).toMatchObject({ status: code, retryable });
  expect(failure.message).toContain('no [redacted]');
});

test('makes unreachable, broken and silent connections retryable', async () => {
  expect(await open({ url: 'ws://127.0.0.1:2/' }).ended).toMatchObject({ retryable: true, status: null });
  const late = await open({ url: `${base}/never`, connectTimeoutMs: 50 }).ended;
  expect(late.message).toContain('could not be reached in time');
  onConnection = (socket) => socket.terminate();
  expect(await open().ended).toMatchObject({ retryable: true });
  onConnection = () => undefined;
  const silent = await open({ silenceMaxMs: 60 }).ended;
  expect([silent.message, silent.retryable]).toEqual(['some-vendor is silent', true]);
});

test('treats a pong as a sign of life', async () => {
  const thrice = Promise.withResolvers<void>();
  onConnection = (socket) => {
    let pings = 0;
    socket.on('ping', () => {
      socket.pong();
      if (++pings === 3) thrice.resolve();
    });
  };
  const { socket, ended } = open({ silenceMaxMs: 2_000 });
  expect(await Promise.race([thrice.promise, ended])).toBeUndefined();
  socket.close();
});

test('gives up a peer that does not read within the limit', async () => {
  onConnection = (socket) => socket.pause();
  const { socket, ended } = open({ bufferedBytesMax: 1_000_000, url: `${base}/never` });
  for (let n = 0; n < 11; n++) socket.send(new Uint8Array(100_000));
  expect(await ended).toMatchObject({
    retryable: true,
    message: 'some-vendor does not read fast enough',
  });
});

test('reports nothing after close', async () => {
  const closed = Promise.withResolvers<number>();
  onConnection = (socket) => {
    socket.on('message', () => socket.send('answer'));
    socket.on('close', closed.resolve);
  };
  const reported: unknown[] = [];
  const { socket } = open({
    onMessage: (data) => {
      reported.push(data);
      socket.close();
    },
    onEnd: (failure) => reported.push(failure),
  });
  socket.send('one');
  socket.send('two');
  expect(await closed.promise).toBe(1000);
  expect(reported).toEqual(['answer']);
});

test('fails only the connection of an invalid message', async () => {
  onConnection = (socket) => socket.send('first');
  const { ended } = open({
    onMessage: () => {
      throw new RangeError(`too much of ${key}`);
    },
  });
  expect(await ended).toMatchObject({
    message: 'some-vendor sent an invalid message: too much of [redacted]',
    retryable: true,
    status: null,
  });
});

test('ends with the failure that a reader finds in a message', async () => {
  onConnection = (socket) => socket.send('first');
  const failure = new ProviderError('some-vendor', 'some-vendor: no such model', { retryable: false });
  const { ended } = open({
    onMessage: () => {
      throw failure;
    },
  });
  expect(await ended).toBe(failure);
});
