import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Agent } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guardedDispatcher } from '../../../platform/egress/index.ts';
import { type ProviderFetchOptions, providerFetch } from './provider-fetch.ts';

const key = 'sk-very-secret-key';
let base: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const sockets = new Set<Socket>();
const dispatcher = new Agent();
const server = createServer((request, response) => {
  sockets.add(request.socket);
  answer(request, response);
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await dispatcher.destroy();
  server.closeAllConnections();
  server.close();
});

const post = (more: Partial<ProviderFetchOptions> = {}, signal?: AbortSignal): Promise<Response> => {
  const send = providerFetch({ provider: 'some-vendor', secrets: [key], dispatcher, ...more });
  const headers = { authorization: `Bearer ${key}` };
  return send(`${base}/v1/chat`, { method: 'POST', headers, body: '{}', ...(signal ? { signal } : {}) });
};

test('streams a body with its status and headers, and uses the connection again', async () => {
  answer = (_, response) => {
    response.writeHead(201, { 'content-type': 'text/event-stream' });
    response.write('one');
    response.end('two');
  };
  sockets.clear();
  for (let n = 0; n < 6; n++) {
    const response = await post();
    expect([response.status, response.headers.get('content-type')]).toEqual([201, 'text/event-stream']);
    expect(await response.text()).toBe('onetwo');
  }
  // A request may begin a moment before the connection of the last one is free.
  expect(sockets.size).toBeLessThan(3);
});

test('changes the headers of a client', async () => {
  const sent: (string | undefined)[] = [];
  answer = (request, response) => {
    sent.push(request.headers.authorization, request.headers['x-more'] as string);
    response.end();
  };
  await post({ headers: async ({ authorization: _, ...others }) => ({ ...others, 'x-more': 'yes' }) });
  expect(sent).toEqual([undefined, 'yes']);
});

test.each([
  [302, false],
  [401, false],
  [429, true],
  [503, true],
])(
  'status %d is a failure without the key, retryable %s, and no redirect is followed',
  async (status, retryable) => {
    let requests = 0;
    answer = (_, response) => {
      requests++;
      response.writeHead(status, { location: `${base}/elsewhere` });
      response.end(JSON.stringify({ error: { message: `What is ${key}?` } }));
    };
    await expect(post()).rejects.toMatchObject({
      ...{ name: 'ProviderError', provider: 'some-vendor', status, retryable },
      message: `some-vendor answered ${status}: What is [redacted]?`,
    });
    expect(requests).toBe(1);
  },
);

test('reaches no address that the dispatcher forbids', async () => {
  const guarded = guardedDispatcher({ permits: () => false });
  await expect(post({ dispatcher: guarded })).rejects.toMatchObject({
    provider: 'some-vendor',
    retryable: false,
  });
  await guarded.destroy();
});

test('ends the connection when the reader leaves, and when the signal aborts', async () => {
  for (const leave of ['cancel', 'abort'] as const) {
    const gone = Promise.withResolvers<void>();
    answer = (_, response) => {
      response.once('close', () => gone.resolve());
      response.write('one');
    };
    const controller = new AbortController();
    const reader = (await post({}, controller.signal)).body!.getReader();
    await reader.read();
    if (leave === 'cancel') await reader.cancel();
    else {
      const reason = new Error('the caller has hung up');
      controller.abort(reason);
      await expect(reader.read()).rejects.toBe(reason);
    }
    await gone.promise;
  }
});

test('reads at most 32 MB of an answer', async () => {
  answer = (_, response) => response.end(Buffer.alloc(33_554_433));
  const reading = post().then((response) => response.arrayBuffer());
  await expect(reading).rejects.toMatchObject({
    message: expect.stringContaining('more than 33554432 bytes'),
  });
});

test.each([
  ['the status', () => undefined],
  ['the rest of the body', (response: ServerResponse) => response.write('one')],
])('fails when %s is late', async (_, begin) => {
  answer = (_request, response) => void begin(response);
  const reading = post({ firstByteTimeoutMs: 30, idleTimeoutMs: 30 }).then((response) => response.text());
  await expect(reading).rejects.toMatchObject({
    message: 'some-vendor did not answer in time',
    retryable: true,
  });
});
