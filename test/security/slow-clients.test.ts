import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defineRoute, type Route, StreamedBody } from '../../src/platform/http/index.ts';
import {
  createHttpServer,
  type HttpServer,
  type HttpServerOptions,
} from '../../src/platform/http/server/index.ts';
import { type Log, silentLog } from '../../src/platform/kernel/index.ts';
import { type ApiWorld, createApiWorld } from '../world/api-world.ts';
import { RawClient, requestText } from './raw-client.ts';

let world: ApiWorld;
let port: number;
let authorization: string;

beforeAll(async () => {
  const timeouts = { headersMs: 300, requestMs: 600, stalledMs: 500, idleMs: 400, checkEveryMs: 50 };
  world = await createApiWorld({ timeouts });
  port = await world.http.listen('127.0.0.1', 0);
  authorization = `Bearer ${world.owner.key}`;
});
afterAll(() => world.close());

const refusal = (client: RawClient) => {
  const [head, body] = client.received.split('\r\n\r\n') as [string, string];
  return { status: Number(head.split(' ')[1]), head, ...JSON.parse(body) };
};

test('a connection that says nothing is closed', async () => {
  const client = new RawClient(port);
  await client.closed;
});

test('headers that never end are 408', async () => {
  const client = new RawClient(port);
  client.write('GET /api/agents HTTP/1.1\r\nhost: api.test\r\n');
  const drip = setInterval(() => client.write('x: y\r\n'), 20);
  await client.closed;
  clearInterval(drip);
  const { status, head, requestId, code } = refusal(client);
  expect([status, code]).toEqual([408, 'request.timeout']);
  expect(head).toContain(`x-request-id: ${requestId}`);
});

test.each(['content-length: 1000', 'transfer-encoding: chunked'])(
  'a body that drips without end is cut off (%s)',
  async (framing) => {
    const client = new RawClient(port);
    client.write(
      `POST /api/agents HTTP/1.1\r\nhost: api.test\r\nauthorization: ${authorization}\r\n` +
        `content-type: application/json\r\n${framing}\r\n\r\n`,
    );
    const drip = setInterval(() => client.write(framing.includes('chunked') ? '1\r\n \r\n' : ' '), 20);
    await client.closed;
    clearInterval(drip);
    expect(refusal(client)).toMatchObject({ status: 408, code: 'request.timeout' });
    expect(client.received).toContain('connection: close');
  },
);

test('a body that stops is cut off', async () => {
  const client = new RawClient(port);
  client.write(requestText('POST', '/api/agents', { authorization, 'content-length': '1000' }, '{'));
  await client.closed;
  expect(client.received).not.toContain('200 OK');
});

test('an idle connection is closed, and one that is used is kept', async () => {
  const client = new RawClient(port);
  for (let i = 0; i < 3; i++) {
    client.write(requestText('GET', '/healthz'));
    expect((await client.answer()).status).toBe(200);
  }
  await client.closed;
});

test('hundreds of idle connections keep no other client out', async () => {
  const idle = Array.from({ length: 400 }, () => new RawClient(port));
  await Promise.all(idle.map((client) => once(client.socket, 'connect')));
  const answer = await world.request('GET', '/api/agents');
  expect(answer.status).toBe(200);
  const client = new RawClient(port);
  client.write(requestText('GET', '/api/agents', { authorization }));
  expect((await client.answer()).status).toBe(200);
  await Promise.all([...idle, client].map(({ closed }) => closed));
});

test('a request without a credential is answered before its body was sent', async () => {
  const client = new RawClient(port);
  client.write(requestText('POST', '/api/agents', { 'content-length': '1000' }, ''));
  expect((await client.answer()).status).toBe(401);
  client.destroy();
});

/** A server of its own with one route, whose handler and log are the test's. */
function ownServer(route: Route, given: { log?: Log; ready?: HttpServerOptions['ready'] } = {}) {
  return createHttpServer({
    routes: [route],
    authenticator: {
      authenticate: async () => ({
        ...{ organizationId: 'org', memberId: 'member', apiKeyId: 'key' },
        scopes: new Set(['agents:read']),
        requestsPerSecond: 10,
        csrfToken: null,
      }),
    },
    log: silentLog,
    publicUrl: null,
    ready: async () => ({ ready: true, checks: {} }),
    ...given,
  });
}

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

test('a client that goes away in the middle of its body is no failure of ours', async () => {
  const finished = Promise.withResolvers<void>();
  let logged = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk);
      if (logged.includes('"msg":"request aborted"')) finished.resolve();
      done();
    },
  });
  const http = await ownServer(nothing, { log: pino(stream) });
  try {
    const client = new RawClient(await http.listen('127.0.0.1', 0));
    const arrived = once(http.app.server, 'request');
    client.write(requestText('POST', '/nothing', { 'content-length': '1000' }, '{'));
    await arrived;
    client.socket.resetAndDestroy();
    await finished.promise;
  } finally {
    await http.close();
  }
  expect(logged).not.toContain('a request failed');
});

test('probes at the same time ask the database once', async () => {
  const answer = Promise.withResolvers<{ ready: boolean; checks: Record<string, boolean> }>();
  let asked = 0;
  const ready = () => {
    asked++;
    return answer.promise;
  };
  const http = await ownServer(nothing, { ready });
  try {
    const probes = Array.from({ length: 50 }, () => http.app.inject('/readyz'));
    await new Promise(setImmediate);
    answer.resolve({ ready: true, checks: { database: true } });
    const statuses = (await Promise.all(probes)).map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(asked).toBe(1);
    await http.app.inject('/readyz');
    expect(asked).toBe(2);
  } finally {
    await http.close();
  }
});

test('a stream whose client is gone before it is read is closed', async () => {
  let http: HttpServer | undefined;
  const stream = createReadStream(fileURLToPath(import.meta.url));
  const reached = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  const route = defineRoute({
    method: 'GET',
    path: '/stream',
    operationId: 'stream',
    tag: 'Test',
    summary: 'A stream',
    scope: 'agents:read',
    status: 200,
    async handle() {
      reached.resolve();
      await gone.promise;
      return new StreamedBody('text/plain', stream);
    },
  });
  try {
    http = await ownServer(route);
    const client = new RawClient(await http.listen('127.0.0.1', 0));
    const over = once(http.app.server, 'connection').then(([socket]) => once(socket, 'close'));
    client.write(requestText('GET', '/stream'));
    await reached.promise;
    client.destroy();
    await over;
    const closed = once(stream, 'close');
    gone.resolve();
    await closed;
    expect(stream.destroyed).toBe(true);
  } finally {
    await http?.close();
  }
});
