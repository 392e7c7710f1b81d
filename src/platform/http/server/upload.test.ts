import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { RawClient, requestText } from '../../../../test/security/raw-client.ts';
import { invalid, silentLog } from '../../kernel/index.ts';
import { defineRoute, Upload } from '../index.ts';
import { createHttpServer, type HttpServer } from './index.ts';

const bytesMax = 2_097_152;
let http: HttpServer;
let port: number;
/** The outcomes in the handler, in the order of the requests. */
let met: string[];
let reading: (() => void) | undefined;

const upload = defineRoute({
  method: 'POST',
  path: '/files',
  operationId: 'uploadFile',
  tag: 'Test',
  summary: 'Takes a file',
  scope: 'agents:read',
  body: Upload,
  bodyKind: 'csv',
  bodyBytesMax: bytesMax,
  output: z.object({ bytes: z.int(), hash: z.string().nullable() }),
  status: 202,
  async handle({ idempotency }, { body }) {
    let bytes = 0;
    try {
      for await (const chunk of body) {
        reading?.();
        bytes += chunk.length;
        if (chunk.includes('!')) throw invalid('body', 'has a wrong first line');
      }
    } catch (error) {
      met.push((error as Error).message);
      throw error;
    }
    return { bytes, hash: idempotency?.hash.toString('hex') ?? null };
  },
});

const nothing = defineRoute({
  method: 'POST',
  path: '/nothing',
  operationId: 'nothing',
  tag: 'Test',
  summary: 'Does nothing',
  scope: 'agents:read',
  status: 204,
  handle: async () => undefined,
});

beforeEach(async () => {
  met = [];
  reading = undefined;
  http = await createHttpServer({
    routes: [upload, nothing],
    authenticator: {
      authenticate: async () => ({
        ...{ organizationId: 'org', memberId: 'member', apiKeyId: 'key' },
        scopes: new Set(['agents:read']),
        requestsPerSecond: 1000,
        csrfToken: null,
      }),
    },
    log: silentLog,
    publicUrl: null,
    ready: async () => ({ ready: true, checks: {} }),
    timeouts: { requestMs: 100, stalledMs: 5000, checkEveryMs: 20 },
  });
  port = await http.listen('127.0.0.1', 0);
});
afterEach(() => http.close());

const send = (body: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${port}/files`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'text/csv', ...headers },
  });

const errorOf = async (answer: Response) => (await answer.json()) as { error: string; code: string };

test('passes a file on as it arrives, and hashes it', async () => {
  const body = 'a,b\n'.repeat(200_000);
  const [one, same, other] = await Promise.all(
    [body, body, `${body}c`].map(async (text) => {
      const answer = await send(text, { 'idempotency-key': 'k' });
      return (await answer.json()) as { bytes: number; hash: string };
    }),
  );
  expect(one!.bytes).toBe(800_000);
  expect(one).toEqual(same);
  expect(one!.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(other!.hash).not.toBe(one!.hash);
});

test('treats a missing body as an empty file', async () => {
  const answer = await http.app.inject({
    method: 'POST',
    url: '/files',
    headers: { 'content-type': 'text/csv' },
  });
  expect([answer.statusCode, answer.json()]).toEqual([202, { bytes: 0, hash: null }]);
});

test.each(['application/json', 'text/plain', 'text/csv; charset=latin1', ''])(
  'answers 415 to the content type %j',
  async (type) => {
    const answer = await send('a', { 'content-type': type });
    expect([answer.status, (await errorOf(answer)).code]).toEqual([415, 'content_type.unsupported']);
  },
);

test('answers 415 to a compressed file, and accepts Content-Encoding: identity', async () => {
  const answer = await send('a', { 'content-encoding': 'gzip' });
  expect([answer.status, (await errorOf(answer)).code]).toEqual([415, 'content_encoding.unsupported']);
  expect((await send('a', { 'content-encoding': 'identity' })).status).toBe(202);
});

test('reads a refused file to its end, so that the sender sees the reason', async () => {
  const answer = await send(`!\n${'x'.repeat(1_500_000)}`);
  expect([answer.status, (await errorOf(answer)).error]).toEqual([400, 'body: has a wrong first line']);
});

test('answers 413 to a file that is too large, whether it was accepted or refused so far', async () => {
  for (const start of ['a', '!']) {
    const client = new RawClient(port);
    client.write(
      requestText('POST', '/files', { 'content-type': 'text/csv', 'transfer-encoding': 'chunked' }),
    );
    for (let sent = 0; sent <= bytesMax; sent += 65_536) client.write(`10000\r\n${start.repeat(65_536)}\r\n`);
    const { status, headers, body } = await client.answer();
    expect([status, headers.connection, JSON.parse(body).error]).toEqual([
      413,
      'close',
      'The body is larger than 2 MB, the most that this operation takes.',
    ]);
    await client.closed;
  }
});

test('gives a file more time than other bodies, and logs no failure when the client leaves', async () => {
  const client = new RawClient(port);
  const began = Promise.withResolvers<void>();
  reading = began.resolve;
  client.write(
    requestText('POST', '/files', { 'content-type': 'text/csv', 'content-length': '1000' }, 'a,b\n'),
  );
  await began.promise;
  const slow = new RawClient(port);
  slow.write(
    requestText('POST', '/nothing', { 'content-type': 'application/json', 'content-length': '9' }, '{'),
  );
  expect((await slow.answer()).status).toBe(408);
  client.write('c,d\n');
  expect(client.socket.destroyed).toBe(false);
  const closed = once(client.socket, 'close');
  client.destroy();
  await closed;
  await expect.poll(() => met.at(-1)).toBe('body: ended before it was complete');
});

test('refuses a file that is arriving when the service stops', async () => {
  const client = new RawClient(port);
  const began = Promise.withResolvers<void>();
  reading = began.resolve;
  client.write(
    requestText('POST', '/files', { 'content-type': 'text/csv', 'content-length': '1000' }, 'a,b\n'),
  );
  await began.promise;
  http.drain();
  client.write('c,d\n');
  const { status, headers } = await client.answer();
  expect([status, headers.connection, headers['retry-after']]).toEqual([503, 'close', '5']);
});
