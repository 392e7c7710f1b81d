import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { RawClient } from '../../../../test/security/raw-client.ts';
import { plainScope, plainServer } from '../../../../test/world/plain-server.ts';
import { defineRoute, Upload } from '../index.ts';
import type { HttpServer } from './index.ts';

let http: HttpServer;
let port: number;
/** The executed operations. */
let done: string[] = [];
beforeEach(() => {
  done = [];
});

const base = { tag: 'Test', scope: plainScope, status: 200, output: z.object({}) } as const;
const routes = [
  defineRoute({
    ...{ ...base, method: 'POST', path: '/things', operationId: 'make', summary: 'Makes' },
    body: z.unknown(),
    async handle() {
      done.push('make');
      return {};
    },
  }),
  defineRoute({
    ...{ ...base, method: 'GET', path: '/things', operationId: 'list', summary: 'Lists' },
    async handle() {
      done.push('list');
      return {};
    },
  }),
  defineRoute({
    ...{ ...base, method: 'POST', path: '/publish', operationId: 'publish', summary: 'Takes no body' },
    async handle() {
      done.push('publish');
      return {};
    },
  }),
  defineRoute({
    ...{ ...base, method: 'POST', path: '/files', operationId: 'upload', summary: 'Takes a file' },
    ...{ body: Upload, bodyKind: 'csv' },
    async handle(_context, { body }) {
      for await (const _chunk of body);
      done.push('upload');
      return {};
    },
  }),
];

beforeAll(async () => {
  http = await plainServer(routes);
  port = await http.listen('127.0.0.1', 0);
});
afterAll(() => http.close());

const json = 'content-type: application/json';
const chunkedBody = '2\r\n{}\r\n0\r\n\r\n';
const smuggled = 'GET /things HTTP/1.1\r\nhost: a\r\n\r\n';

/** Sends a text at once on a connection that the server closes, and returns the answer and what follows it. */
async function answerTo(text: string) {
  const client = new RawClient(port);
  client.write(text);
  const answer = await client.answer();
  await client.closed;
  return { ...answer, rest: client.received };
}

test.each([
  'GET /things HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n',
  'GET /things HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n',
  'GET /healthz HTTP/1.1\r\nhost: a\r\nx: y\r\nHOST: b\r\n\r\n',
  'GET /nothing HTTP/1.1\r\nhost: a\r\nhost: a\r\n\r\n',
])('answers 400 to two Host headers and carries out nothing after them: %j', async (text) => {
  const answer = await answerTo(text + smuggled);
  expect([answer.status, answer.headers.connection]).toEqual([400, 'close']);
  expect(JSON.parse(answer.body).details).toEqual([{ field: 'Host', message: 'must be given once' }]);
  expect([done, answer.rest]).toEqual([[], '']);
});

test.each([
  ['1.1', 'transfer-encoding: gzip, chunked'],
  ['1.1', 'transfer-encoding: gzip\r\ntransfer-encoding: chunked'],
  ['1.1', 'Transfer-Encoding: identity, chunked'],
  ['1.1', 'transfer-encoding: chunked, chunked'],
  ['1.1', 'transfer-encoding: chunked\r\ntransfer-encoding: chunked'],
  ['1.1', 'transfer-encoding: chunked, gzip'],
  ['1.1', 'transfer-encoding: identity'],
  ['1.1', 'transfer-encoding: xchunked'],
  ['1.1', 'transfer-encoding: '],
  ['1.1', 'transfer-encoding: chunked\r\ncontent-length: 12'],
  ['1.1', 'content-length: 12\r\ntransfer-encoding: chunked'],
  ['1.1', 'content-length: 12\r\ncontent-length: 12'],
  ['1.1', 'content-length: 12\r\ncontent-length: 3'],
  ['1.1', 'content-length: 12, 12'],
  ['1.0', 'transfer-encoding: chunked'],
])(
  'answers 400 to a body in HTTP/%s with the framing %j, and closes the connection',
  async (version, framing) => {
    for (const path of ['/things', '/files', '/publish', '/nothing']) {
      const head = `POST ${path} HTTP/${version}\r\nhost: a\r\n${json}\r\n${framing}\r\n\r\n`;
      const answer = await answerTo(head + chunkedBody + smuggled);
      expect([path, answer.status, answer.headers.connection]).toEqual([path, 400, 'close']);
      expect([done, answer.rest]).toEqual([[], '']);
    }
  },
);

test.each(['chunked', 'Chunked', ' chunked '])('reads a chunked body (%j)', async (coding) => {
  const client = new RawClient(port);
  client.write(
    `POST /things HTTP/1.1\r\nhost: a\r\n${json}\r\ntransfer-encoding: ${coding}\r\n\r\n${chunkedBody}${smuggled}`,
  );
  expect([(await client.answer()).status, (await client.answer()).status]).toEqual([200, 200]);
  expect(done).toEqual(['make', 'list']);
  client.destroy();
});

test.each(['/things', '/files', '/publish'])(
  'answers 415 to a compressed body and names its encoding: %s',
  async (path) => {
    for (const encoding of ['gzip', 'br', 'identity, deflate', 'x'.repeat(200)]) {
      const type = path === '/files' ? 'text/csv' : 'application/json';
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        ...{ method: 'POST', body: '{}' },
        headers: { 'content-type': type, 'content-encoding': encoding },
      });
      const body = (await answer.json()) as { code: string; error: string };
      expect([answer.status, body.code]).toEqual([415, 'content_encoding.unsupported']);
      expect(body.error).toContain(encoding.slice(0, 64));
      expect(body.error.length).toBeLessThan(200);
      expect(answer.headers.get('accept-encoding')).toBe('identity');
    }
    expect(done).toEqual([]);
  },
);

test('refuses a compressed body before reading any of it', async () => {
  const client = new RawClient(port);
  client.write(
    `POST /things HTTP/1.1\r\nhost: a\r\n${json}\r\ncontent-encoding: gzip\r\ncontent-length: 5000\r\n\r\n`,
  );
  expect((await client.answer()).status).toBe(415);
  client.destroy();
});

test('reads a body with Content-Encoding: identity', async () => {
  for (const encoding of ['identity', '', 'Identity , identity']) {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
    const answer = await fetch(`http://127.0.0.1:${port}/things`, { method: 'POST', body: '{}', headers });
    expect(answer.status).toBe(200);
  }
});

test('answers 501 to CONNECT and carries out nothing after it', async () => {
  const answer = await answerTo(`CONNECT a:443 HTTP/1.1\r\nhost: a:443\r\n\r\n${smuggled}`);
  expect([answer.status, JSON.parse(answer.body).code]).toEqual([501, 'method.not_implemented']);
  expect([answer.rest, done]).toEqual(['', []]);
});
