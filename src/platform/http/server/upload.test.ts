import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { RawClient, requestText } from '../../../../test/security/raw-client.ts';
import { invalid, silentLog } from '../../kernel/index.ts';
import { defineRoute, Upload } from '../index.ts';
import { createHttpServer, type HttpServer } from './index.ts';

const bytesMax = 2_097_152;
let http: HttpServer;
let port: number;
/** What the handler met, in the order of the requests. */
const met: string[] = [];
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

beforeAll(async () => {
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
afterAll(() => http.close());

const send = (body: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${port}/files`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'text/csv', ...headers },
  });

const errorOf = async (answer: Response) => (await answer.json()) as { error: string; code: string };

test('a file is handed on as it arrives, and hashed', async () => {
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

test('no body at all is an empty file', async () => {
  const answer = await http.app.inject({
    method: 'POST',
    url: '/files',
    headers: { 'content-type': 'text/csv' },
  });
  expect([answer.statusCode, answer.json()]).toEqual([202, { bytes: 0, hash: null }]);
});

test.each(['application/json', 'text/plain', 'text/csv; charset=latin1', ''])(
  'the content type %j is 415',
  async (type) => {
    const answer = await send('a', { 'content-type': type });
    expect([answer.status, (await errorOf(answer)).code]).toEqual([415, 'content_type.unsupported']);
  },
);

test('a packed file is 415, and one that says that it is not packed is taken', async () => {
  const answer = await send('a', { 'content-encoding': 'gzip' });
  expect([answer.status, (await errorOf(answer)).code]).toEqual([415, 'content_encoding.unsupported']);
  expect((await send('a', { 'content-encoding': 'identity' })).status).toBe(202);
});

test('a file that is refused in its first line is read on, so that the sender sees why', async () => {
  const answer = await send(`!\n${'x'.repeat(1_500_000)}`);
  expect([answer.status, (await errorOf(answer)).error]).toEqual([400, 'body: has a wrong first line']);
});

test('a file that is too large is 413, whether it was being taken or refused', async () => {
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

test('a file may take longer than another body, and a client that goes away is no failure of ours', async () => {
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

// Last, because there is no way back from it.
test('a file on its way when the service stops is not taken', async () => {
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
