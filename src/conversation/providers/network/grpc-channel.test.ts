import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProviderError } from '../kit/index.ts';
import { GrpcChannel } from './grpc-channel.ts';

const server = createServer();
let answer: (stream: ServerHttp2Stream) => void;
let connections = 0;
server.on('session', () => connections++);
server.on('stream', (stream) => answer(stream));
let url: URL;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(() => server.close());

const head = { ':status': 200, 'content-type': 'application/grpc' };
const options = { path: '/some.Service/Do', headers: {}, secrets: ['sk-secret'], onMessage: () => undefined };

/** Makes a call, and returns how it ends. */
function ended(channel: GrpcChannel): Promise<ProviderError | null> {
  return new Promise((resolve) => channel.call({ ...options, onEnd: resolve }).end());
}

test.each<[string, OutgoingHttpHeaders, Uint8Array | null, object]>([
  ['503 of a proxy', { ':status': 503 }, null, { status: 503, retryable: true }],
  ['a status without a body', { ...head, 'grpc-status': '12' }, null, { status: 501, retryable: false }],
  [
    'a message',
    { ...head, 'grpc-status': '16', 'grpc-message': 'no%20sk-secret' },
    null,
    { message: 'vendor answered 401: no [redacted]' },
  ],
  [
    'a compressed message',
    head,
    Uint8Array.of(1, 0, 0, 0, 0),
    { message: expect.stringContaining('compressed') },
  ],
  [
    'an endless message',
    head,
    Uint8Array.of(0, 255, 0, 0, 0),
    { message: expect.stringContaining('of 4278190080 bytes') },
  ],
])('%s is a failure', async (_, headers, body, failure) => {
  answer = (stream) => {
    stream.on('error', () => undefined);
    stream.respond(headers);
    if (body === null) stream.end();
    else stream.write(body);
  };
  const channel = new GrpcChannel({ provider: 'vendor', url, dispatcher: undefined });
  expect(await ended(channel)).toMatchObject({ provider: 'vendor', ...failure });
  channel.close();
});

test('calls share a connection, and the 91st that runs opens another', async () => {
  const running: ServerHttp2Stream[] = [];
  answer = (stream) => {
    stream.on('error', () => undefined);
    stream.respond(head);
    running.push(stream);
  };
  const before = connections;
  const channel = new GrpcChannel({ provider: 'vendor', url, dispatcher: undefined });
  const failures: unknown[] = [];
  const call = () => channel.call({ ...options, onEnd: (failure) => failures.push(failure) });
  const calls = Array.from({ length: 90 }, call);
  await expect.poll(() => running.length).toBe(90);
  expect(connections - before).toBe(1);
  calls.push(call());
  await expect.poll(() => running.length).toBe(91);
  expect(connections - before).toBe(2);
  for (const one of calls) one.cancel();
  await expect.poll(() => running.every(({ closed }) => closed)).toBe(true);
  expect(failures).toEqual([]);
  channel.close();
});

test('a broken connection fails its calls, and the next call opens another', async () => {
  answer = (stream) => stream.session?.destroy();
  const channel = new GrpcChannel({ provider: 'vendor', url, dispatcher: undefined });
  expect(await ended(channel)).toMatchObject({ retryable: true, status: null });
  answer = (stream) => {
    stream.respond(head, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    stream.end();
  };
  expect(await ended(channel)).toBeNull();
  channel.close();
});

test('a dispatcher without known rules is refused', async () => {
  const dispatcher = new Agent();
  const channel = new GrpcChannel({ provider: 'vendor', url, dispatcher });
  expect(await ended(channel)).toMatchObject({ message: expect.stringContaining('no rules') });
  await dispatcher.destroy();
});
