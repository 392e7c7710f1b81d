import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { RawClient } from '../../../../test/security/raw-client.ts';
import { plainScope, plainServer } from '../../../../test/world/plain-server.ts';
import { defineRoute, Upload } from '../index.ts';
import type { HttpServer } from './index.ts';

const base = { tag: 'Test', scope: plainScope, status: 200, output: z.object({}) } as const;
const routes = [
  defineRoute({
    ...{ ...base, method: 'POST', path: '/things', operationId: 'make', summary: 'Makes' },
    body: z.unknown(),
    handle: async () => ({}),
  }),
  defineRoute({
    ...{ ...base, method: 'POST', path: '/files', operationId: 'upload', summary: 'Takes a file' },
    ...{ body: Upload, bodyKind: 'csv' },
    async handle(_context, { body }) {
      for await (const _chunk of body);
      return {};
    },
  }),
];

let http: HttpServer;
let port: number;
const clients: RawClient[] = [];
beforeAll(async () => {
  http = await plainServer(routes);
  port = await http.listen('127.0.0.1', 0);
});
afterAll(() => http.close());
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
});

function connected(to = port): RawClient {
  const client = new RawClient(to);
  clients.push(client);
  return client;
}

const headOf = (path: string, length: number, more = '') =>
  `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: ${path === '/files' ? 'text/csv' : 'application/json'}\r\n` +
  `${length < 0 ? 'transfer-encoding: chunked' : `content-length: ${length}`}\r\n${more}\r\n`;

const mib = 1_048_576;

/** Sends a whole body before it reads, as many clients do. Throws when a write fails. */
async function sendThenRead(head: string, pieces: Iterable<string | Buffer>): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' });
  // A failed write rejects by itself.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const write = (piece: string | Buffer) =>
    new Promise<void>((resolve, reject) =>
      socket.write(piece, (error) => (error ? reject(error) : resolve())),
    );
  await write(head);
  for (const piece of pieces) await write(piece);
  let text = '';
  socket.on('data', (bytes) => {
    text += bytes;
  });
  await once(socket, 'close');
  return text;
}

function* repeated(piece: string | Buffer, count: number, last = ''): Iterable<string | Buffer> {
  for (let n = 0; n < count; n++) yield piece;
  if (last) yield last;
}

const piece = Buffer.alloc(65_536, ' ');
const chunk = Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')]);

test.each([
  ['says how large it is', '/things', 320, false],
  ['comes in chunks', '/things', 320, true],
  ['is a file that says how large it is', '/files', 320, false],
  ['is a file that comes in chunks', '/files', 320, true],
])('delivers the 413 to a client that sends all of 20 MB: %s', async (...given) => {
  const [, path, count, inChunks] = given;
  // Several at the same time, because a single one may succeed by chance.
  const all = Array.from({ length: 8 }, () =>
    sendThenRead(
      headOf(path, inChunks ? -1 : count * piece.length),
      inChunks ? repeated(chunk, count, '0\r\n\r\n') : repeated(piece, count),
    ),
  );
  for (const text of await Promise.all(all)) {
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    expect(text).toMatch(/\r\nconnection: close\r\n/i);
    expect(text).toContain('body.too_large');
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
  }
});

test('delivers the 400 to a client that keeps sending after malformed bytes', async () => {
  const text = await sendThenRead('no HTTP\r\n\r\n', repeated(piece, 160));
  expect(text).toMatch(/^HTTP\/1\.1 400 /);
});

test('cuts off a client that never stops sending', async () => {
  const client = connected();
  client.write(headOf('/things', -1));
  expect((await Promise.all([client.answer(), sendOn(client)]))[0].status).toBe(413);
});

/** Sends chunks until the connection is closed. Returns the number of sent bytes. */
async function sendOn(client: RawClient): Promise<number> {
  let isClosed = false;
  void client.closed.then(() => {
    isClosed = true;
  });
  let bytes = 0;
  while (!isClosed) {
    bytes += chunk.length;
    if (client.write(chunk)) await new Promise(setImmediate);
    else await Promise.race([once(client.socket, 'drain'), client.closed]);
    expect(bytes).toBeLessThan(200 * mib);
  }
  return bytes;
}

test('refuses a client with Expect: 100-continue before it sends its body', async () => {
  const client = connected();
  client.write(headOf('/things', 2 * mib, 'expect: 100-continue\r\n'));
  const answer = await client.answer();
  expect([answer.status, answer.headers.connection]).toEqual([413, 'close']);
  await client.closed;
});

test('answers 100 to a client with Expect: 100-continue', async () => {
  const client = connected();
  client.write(headOf('/things', 2, 'Expect: 100-continue\r\n'));
  expect((await client.answer()).status).toBe(100);
  client.write('{}');
  expect((await client.answer()).status).toBe(200);
});

test('answers no 100 to a client that is refused for another reason', async () => {
  const client = connected();
  client.write(headOf('/nothing', 20, 'expect: 100-continue\r\n'));
  const answer = await client.answer();
  expect([answer.status, answer.headers.connection]).toEqual([404, 'close']);
  await client.closed;
});

test('carries out nothing after an answer that closes the connection', async () => {
  const client = connected();
  const next = 'GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n';
  client.write(`${headOf('/things', 2 * mib)}${' '.repeat(2 * mib)}${next}`);
  expect((await client.answer()).status).toBe(413);
  await client.closed;
  expect(client.received).toBe('');
});

test('sends no second answer when the body of an answered request never arrives', async () => {
  const hasty = await plainServer(routes, { timeouts: { requestMs: 100 } });
  try {
    const client = connected(await hasty.listen('127.0.0.1', 0));
    client.write(headOf('/nothing', 500));
    expect((await client.answer()).status).toBe(404);
    await client.closed;
    expect(client.received).toBe('');
  } finally {
    await hasty.close();
  }
});

test('keeps a connection whose short body arrives after its answer', async () => {
  const client = connected();
  client.write(headOf('/nothing', 2));
  expect((await client.answer()).status).toBe(404);
  client.write(`{}${headOf('/things', 2)}{}`);
  expect((await client.answer()).status).toBe(200);
});
