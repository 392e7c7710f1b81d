import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { requestText } from './http-request.ts';
import { openSocket } from './provider-socket.ts';

/** Blocks this process. */
const standStill = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

let onRequest: (response: ServerResponse) => void;
let onConnection: (socket: WebSocket) => void;
const server = createServer((_, response) => onRequest(response));
new WebSocketServer({ server, autoPong: false }).on('connection', (socket) => onConnection(socket));
let address: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('reads what the service sent before a late timeout', async () => {
  const heard = Promise.withResolvers<unknown>();
  onConnection = (socket) =>
    socket.once('ping', () => {
      socket.send('here I am');
      standStill(600);
    });
  const socket = openSocket({
    provider: 'some-vendor',
    url: `ws://${address}/`,
    headers: {},
    secrets: [],
    silenceMaxMs: 1_000,
    onMessage: heard.resolve,
    onEnd: heard.reject,
  });
  expect(await heard.promise).toBe('here I am');
  socket.close();
});

test('reads a response that arrived before a late timeout', async () => {
  onRequest = (response) => {
    response.end('here I am');
    standStill(600);
  };
  const asked = {
    provider: 'some-vendor',
    url: `http://${address}/`,
    headers: {},
    body: '',
    secrets: [],
    firstByteTimeoutMs: 500,
  };
  expect(await requestText(asked, 1_000)).toBe('here I am');
});
