import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import type { ProviderError } from '../../conversation/providers/kit/index.ts';
import { openSocket, requestText } from '../../conversation/providers/network/index.ts';
import { guardedDispatcher } from './guarded-dispatcher.ts';

let port: number;
let requests = 0;
const server = createServer((_request, response) => {
  requests++;
  response.end('here');
});
const sockets = new WebSocketServer({ server });
sockets.on('connection', (socket) => {
  requests++;
  socket.send('here');
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  for (const socket of sockets.clients) socket.terminate();
  server.closeAllConnections();
  server.close();
});

const common = { provider: 'some-vendor', headers: {}, secrets: [] };
const permits = (address: string) => address === '127.0.0.1';

/** Sends a request over HTTP and opens a WebSocket. Returns both outcomes. */
async function ask(host: string, options: Parameters<typeof guardedDispatcher>[0]) {
  const dispatcher = guardedDispatcher(options);
  const overHttp = await requestText(
    { ...common, url: `http://${host}:${port}/`, body: '', dispatcher },
    1_000,
  ).catch((error: ProviderError) => error);
  const overSocket = await new Promise<unknown>((resolve) => {
    const socket = openSocket({
      ...common,
      url: `ws://${host}:${port}/`,
      dispatcher,
      onMessage: (data) => {
        socket.close();
        resolve(data);
      },
      onEnd: resolve,
    });
  });
  await dispatcher.destroy();
  return [overHttp, overSocket];
}

test.each(['127.0.0.1', 'some.example'])(
  'reaches %s over HTTP and WebSocket when it is permitted',
  async (host) => {
    const resolve = async () => [
      { address: '10.0.0.1', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    expect(await ask(host, { permits, resolve })).toEqual(['here', 'here']);
  },
);

test.each(['127.0.0.1', '127.1', '2130706433', '[::ffff:127.0.0.1]', 'localhost', 'some.example'])(
  'refuses %s finally over HTTP and WebSocket, and sends nothing',
  async (host) => {
    const before = requests;
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    for (const failure of await ask(host, { permits: () => false, resolve })) {
      expect(failure).toMatchObject({ provider: 'some-vendor', retryable: false });
      expect(String(failure)).toContain('is not an address that may be reached');
    }
    expect(requests).toBe(before);
  },
);

test('resolves a name once for a connection, and reuses the connection', async () => {
  let asked = 0;
  const resolve = async () => [{ address: asked++ === 0 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
  const dispatcher = guardedDispatcher({ permits, resolve });
  const url = `http://rebound.example:${port}/`;
  for (let n = 0; n < 2; n++) {
    expect(await requestText({ ...common, url, body: '', dispatcher }, 1_000)).toBe('here');
    // The connection becomes free a moment after the end of the answer.
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(asked).toBe(1);
  await dispatcher.destroy();
});

test('fails the connection on a message that is too large', async () => {
  const dispatcher = guardedDispatcher({ permits });
  const ended = Promise.withResolvers<string>();
  const url = `ws://127.0.0.1:${port}/`;
  sockets.once('connection', (socket) => {
    // A message that is dropped halfway resets the connection here.
    socket.on('error', () => undefined);
    socket.send(Buffer.alloc(5_000_000));
  });
  const socket = openSocket({
    ...{ ...common, url, dispatcher },
    onMessage: (data) => {
      if (data.length > 5) ended.resolve('taken');
    },
    onEnd: ({ message }) => ended.resolve(message),
  });
  expect(await ended.promise).toMatch(/closed the connection/);
  socket.close();
  await dispatcher.destroy();
});
