import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProviderError } from '../kit/index.ts';
import { type HttpRequest, requestBody, requestText } from './http-request.ts';

const key = 'sk-very-secret-key';
let base: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer((request, response) => answer(request, response));

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const request = (more: Partial<HttpRequest> = {}): HttpRequest => ({
  provider: 'some-vendor',
  url: `${base}/v1/things`,
  headers: { authorization: `Bearer ${key}` },
  body: '{}',
  secrets: [key],
  ...more,
});

const failureOf = (more: Partial<HttpRequest> = {}): Promise<ProviderError> =>
  requestText(request(more), 1_000_000).then(
    () => expect.fail('it was answered'),
    (error) => error,
  );

test.each([
  [400, false],
  [401, false],
  [403, false],
  [404, false],
  [408, true],
  [409, true],
  [425, true],
  [429, true],
  [302, false],
  [500, true],
  [503, true],
])('status %d: retryable %s, with the words of the answer and without the key', async (status, retryable) => {
  answer = (_, response) => {
    response.writeHead(status, { location: `${base}/elsewhere` });
    response.end(JSON.stringify({ error: { message: `What is\n ${key}? ${'long '.repeat(500)}` } }));
  };
  const failure = await failureOf();
  expect(failure).toMatchObject({ name: 'ProviderError', provider: 'some-vendor', status, retryable });
  expect(failure.message).toContain(`some-vendor answered ${status}: What is [redacted]? long`);
  expect(failure.message.length).toBeLessThan(400);
});

test.each(['application/json', 'text/html; charset=utf-8', 'application/problem+json'])(
  'where audio is asked for, %s is a failure with its words, and without the key',
  async (type) => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': type });
      response.end(JSON.stringify({ error: { message: `no credit left for ${key}` } }));
    };
    const failure = await failureOf({ isAudio: true });
    expect(failure).toMatchObject({ retryable: false, status: 200 });
    expect(failure.message).toBe('some-vendor answered 200: no credit left for [redacted]');
    expect(await requestText(request(), 1_000)).toContain('no credit');
  },
);

test('makes failed, broken and silent connections retryable', async () => {
  expect(await failureOf({ url: 'http://127.0.0.1:1/' })).toMatchObject({ retryable: true, status: null });
  answer = (_, response) => {
    response.write('half');
    setImmediate(() => response.destroy());
  };
  expect(await failureOf()).toMatchObject({ retryable: true, status: null });
  answer = () => undefined;
  expect((await failureOf({ firstByteTimeoutMs: 50 })).message).toContain('did not answer in time');
  answer = (_, response) => response.write('half');
  expect((await failureOf({ idleTimeoutMs: 50 })).message).toContain('did not answer in time');
});

test('rejects a response that is too long', async () => {
  answer = (_, response) => response.end('x'.repeat(10_000));
  await expect(requestText(request(), 9_999)).rejects.toMatchObject({ retryable: false });
  expect(await requestText(request(), 10_000)).toHaveLength(10_000);
});

test("ends with the signal's reason before, during and in the middle of a response", async () => {
  const reason = new Error('hung up');
  expect(await failureOf({ signal: AbortSignal.abort(reason) })).toBe(reason);
  let controller = new AbortController();
  answer = () => controller.abort(reason);
  expect(await failureOf({ signal: controller.signal })).toBe(reason);
  controller = new AbortController();
  const gone = Promise.withResolvers<void>();
  answer = (_, response) => {
    response.once('close', gone.resolve);
    response.write('half');
  };
  const parts: string[] = [];
  const reading = (async () => {
    for await (const part of requestBody(request({ signal: controller.signal }))) {
      parts.push(String(part));
      controller.abort(reason);
    }
  })();
  await expect(reading).rejects.toBe(reason);
  expect(parts).toEqual(['half']);
  await gone.promise;
});

test('a reader that stops early closes the connection', async () => {
  const gone = Promise.withResolvers<void>();
  answer = (_, response) => {
    response.once('close', gone.resolve);
    response.write('first');
  };
  for await (const part of requestBody(request())) {
    expect(String(part)).toBe('first');
    break;
  }
  await gone.promise;
});
