import { once } from 'node:events';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type ApiWorld, createApiWorld } from '../../../../test/world/api-world.ts';
import { plainScope, plainServer } from '../../../../test/world/plain-server.ts';
import { addConsole, ConsoleFiles } from '../../console-files/index.ts';
import { addDocs } from '../../docs-site/index.ts';
import { silentLog } from '../../kernel/index.ts';
import { defineRoute, EventStream, type OpenApiDocument, openApiDocument, StreamedBody } from '../index.ts';
import { addOpenApiDocument, type HttpServer } from './index.ts';

const base = { method: 'GET', tag: 'Test', scope: plainScope, status: 200, summary: 'Tests' } as const;
let streams: EventStream[] = [];
let readables: Readable[] = [];
let pieces = 0;
let ranges: unknown[] = [];
beforeEach(() => {
  [streams, readables, pieces, ranges] = [[], [], 0, []];
});

const routes = [
  defineRoute({
    ...{ ...base, path: '/things/{id}', operationId: 'get', output: z.object({ text: z.string() }) },
    handle: async () => ({ text: 'größer' }),
  }),
  defineRoute({
    ...base,
    method: 'PATCH',
    path: '/things/{id}',
    operationId: 'change',
    handle: async () => undefined,
  }),
  defineRoute({
    ...base,
    method: 'POST',
    path: '/things',
    operationId: 'make',
    handle: async () => undefined,
  }),
  defineRoute({
    ...{ ...base, path: '/events', operationId: 'follow', outputContentType: 'text/event-stream' },
    async handle({ isStillAllowed }) {
      const stream = new EventStream({ isStillAllowed, msMax: 600_000 });
      streams.push(stream);
      return stream.body();
    },
  }),
  defineRoute({
    ...{ ...base, path: '/export', operationId: 'export', outputContentType: 'text/csv' },
    async handle() {
      async function* rows() {
        for (;;) {
          pieces++;
          yield 'x'.repeat(60_000);
        }
      }
      return new StreamedBody('text/csv', rows(), { 'x-kind': 'export' });
    },
  }),
  defineRoute({
    ...{ ...base, path: '/file', operationId: 'file', outputContentType: 'audio/wav' },
    async handle({ range }) {
      ranges.push(range);
      const readable = new Readable({ read() {} });
      readables.push(readable);
      return new StreamedBody('audio/wav', readable, { 'content-length': '5000', 'accept-ranges': 'bytes' });
    },
  }),
];

let http: HttpServer;
let address: string;
let world: ApiWorld;
beforeAll(async () => {
  const root = fileURLToPath(new URL('../../../..', import.meta.url));
  http = await plainServer(routes, {
    async pages(app) {
      const plain = () => openApiDocument(routes, {});
      const whole = () => ({ ...plain(), externalDocs: { url: '/docs' } }) as OpenApiDocument;
      addOpenApiDocument(app, { whole, plain });
      addDocs(app, { root, document: plain });
      addConsole(app, new ConsoleFiles({ root, dataDir: root, log: silentLog }));
    },
  });
  address = `http://127.0.0.1:${await http.listen('127.0.0.1', 0)}`;
  world = await createApiWorld();
});
afterAll(async () => {
  await http.close();
  await world.close();
});

const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
  fetch(`${address}${path}`, { method, headers });

test.each(['/things/1', '/healthz', '/readyz', '/nothing', '/things/1?x=1'])(
  'HEAD %s returns the headers of GET without a body',
  async (path) => {
    const [get, head] = [await ask('GET', path), await ask('HEAD', path)];
    // Headers of the connection and of the moment.
    const others = /^(?:connection|keep-alive|date|x-request-id|ratelimit-.*)$/;
    const comparable = ({ status, headers }: Response) => [
      status,
      [...headers].filter(([name]) => !others.test(name)),
    ];
    expect(comparable(head)).toEqual(comparable(get));
    expect(head.headers.get('content-length')).toMatch(/^\d+$/);
    expect(await head.text()).toBe('');
  },
);

test('HEAD of an event stream opens no stream', async () => {
  const head = await ask('HEAD', '/events');
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  expect(head.headers.get('content-length')).toBe(null);
  expect(streams.map(({ isOver }) => isOver)).toEqual([true]);
});

test('HEAD of an export reads no more than decides whether it is short', async () => {
  const head = await ask('HEAD', '/export');
  expect([head.status, head.headers.get('x-kind'), pieces]).toEqual([200, 'export', 2]);
});

test('HEAD of a file returns its whole length, ignores Range, and closes the file', async () => {
  const head = await ask('HEAD', '/file', { range: 'bytes=0-9' });
  expect([head.status, head.headers.get('content-length'), head.headers.get('accept-ranges')]).toEqual([
    ...[200, '5000', 'bytes'],
  ]);
  const [readable] = readables;
  if (!readable!.closed) await once(readable!, 'close');
  expect(ranges).toEqual([undefined]);
});

test.each([
  ['PUT', '/things/1', 'GET, HEAD, PATCH'],
  ['POST', '/things/1?x', 'GET, HEAD, PATCH'],
  ['OPTIONS', '/things/1', 'GET, HEAD, PATCH'],
  ['PROPFIND', '/things/1', 'GET, HEAD, PATCH'],
  ['GET', '/things', 'POST'],
  ['HEAD', '/things', 'POST'],
  ['DELETE', '/healthz', 'GET, HEAD'],
  ['POST', '/readyz', 'GET, HEAD'],
])('%s %s is 405 and lists the possible methods', async (method, path, allow) => {
  const answer = await ask(method, path);
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
  if (method === 'HEAD') return;
  expect(await answer.json()).toMatchObject({
    code: 'method.not_allowed',
    error: expect.stringContaining(allow),
  });
});

test.each(['GET', 'POST', 'DELETE', 'OPTIONS'])('%s of an unknown address is 404', async (method) => {
  for (const path of ['/nothing', '/things/1/2', '/thing', '/:id', '/things/%2']) {
    const status = path === '/things/%2' ? 400 : 404;
    expect([path, (await ask(method, path)).status]).toEqual([path, status]);
  }
});

test.each([
  ['POST', '/docs', 'GET, HEAD'],
  ['PUT', '/docs/workflows', 'GET, HEAD'],
  ['DELETE', '/openapi.json', 'GET, HEAD'],
  ['DELETE', '/', 'GET, HEAD'],
])('%s %s is 405, because it is a page', async (method, path, allow) => {
  const answer = await ask(method, path);
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
});

test.each(['/docs/no-such-page', '/no-such-file.js', '/api/nothing'])('POST %s is 404', async (path) => {
  expect((await ask('POST', path)).status).toBe(404);
});

test('the OpenAPI document has examples, unless the request says no', async () => {
  const shown = async (path: string) => (await ask('GET', path)).json();
  expect(await shown('/openapi.json')).toHaveProperty('externalDocs');
  expect(await shown('/openapi.json?samples=false')).not.toHaveProperty('externalDocs');
});

test.each(['/docs', '/docs/workflows', '/openapi.json', '/'])(
  'HEAD %s returns the status and type of GET',
  async (path) => {
    const [get, head] = [await ask('GET', path), await ask('HEAD', path)];
    expect([head.status, head.headers.get('content-type')]).toEqual([
      get.status,
      get.headers.get('content-type'),
    ]);
  },
);

test.each([
  ['PATCH', '/public/chats/abc', 405, 'POST, OPTIONS'],
  ['POST', '/public/chats/abc/events', 405, 'GET, HEAD'],
  ['PUT', '/api/agents', 405, 'GET, HEAD, POST'],
  ['GET', '/api/agents/agent_1/publish', 405, 'POST'],
  ['POST', '/public/chats/abc/nothing', 404, undefined],
  ['POST', '/api/agents/', 404, undefined],
  ['DELETE', '/api/nothing', 404, undefined],
])('%s %s of the API is %i', async (method, url, status, allow) => {
  const { statusCode, headers } = await world.http.app.inject({ method: method as 'GET', url });
  expect([statusCode, headers.allow]).toEqual([status, allow]);
});
