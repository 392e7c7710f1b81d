import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Parley, ParleyError } from './index.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** The server's answers in order, and the requests that it received. */
let answers: Answer[];
let came: { method: string; url: string; key: string | undefined; body: string; lastEventId: unknown }[];
let server: Server;
let parley: Parley;
beforeEach(async () => {
  answers = [];
  came = [];
  server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const key = headers['idempotency-key'] as string | undefined;
    came.push({ method, url, key, body: await text(request), lastEventId: headers['last-event-id'] });
    answers.shift()!(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  parley = new Parley({
    apiKey: 'key',
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
  });
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const hangUp: Answer = (request) => request.socket.destroy();
const busy = json(
  429,
  { error: 'too many', code: 'rate_limited', requestId: 'req_1' },
  { 'retry-after': '0' },
);

test('a change is sent again with the same Idempotency-Key and body, after a 429 and after a broken connection', async () => {
  answers = [busy, hangUp, json(200, { callId: 'call_1' })];
  expect(await parley.calls.cancel('call_1')).toEqual({ callId: 'call_1' });
  expect(new Set(came.map(({ key }) => key)).size).toBe(1);
  expect(came).toHaveLength(3);
  expect(came[0]!.key).toMatch(/^[\da-f-]{36}$/);
  answers = [json(200, {})];
  await parley.calls.cancel('call_1', { idempotencyKey: 'mine' });
  expect(came.at(-1)!.key).toBe('mine');
});

test('a PATCH whose answer was lost is not sent again, and one that was refused as busy is', async () => {
  answers = [hangUp];
  await expect(parley.agents.update('agent_1', { name: 'A' })).rejects.toMatchObject({
    status: 0,
    code: 'unreachable',
  });
  answers = [busy, json(200, { agentId: 'agent_1' })];
  await parley.agents.update('agent_1', { name: 'A' });
  expect(came.map(({ body }) => body)).toEqual(Array(3).fill('{"name":"A"}'));
});

test('a drill whose answer was lost is not played again, because vendors may bill it', async () => {
  answers = [hangUp];
  await expect(parley.agents.drill('agent_1', { providers: 'real' })).rejects.toMatchObject({
    status: 0,
    code: 'unreachable',
  });
  expect(came.map(({ key }) => key)).toEqual([undefined]);
});

test('a repeated DELETE succeeds on a 404 when its first answer was lost, and fails on it otherwise', async () => {
  const gone = json(404, { error: 'unknown agent', code: 'agent.not_found', requestId: 'req_2' });
  answers = [hangUp, gone];
  await expect(parley.agents.delete('agent_1')).resolves.toBeUndefined();
  answers = [busy, gone];
  await expect(parley.agents.delete('agent_1')).rejects.toMatchObject({
    status: 404,
    code: 'agent.not_found',
  });
});

test('errors have status, code, fields and request id, also when a proxy answers', async () => {
  const details = [{ field: 'name', message: 'is missing' }];
  answers = [json(400, { error: 'name: is missing', code: 'invalid', requestId: 'req_3', details })];
  const error = await parley.agents.get('agent_1').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ParleyError);
  expect(error).toMatchObject({ status: 400, code: 'invalid', requestId: 'req_3', fields: details });
  answers = [(_, response) => response.writeHead(500).end('<html>')];
  await expect(parley.agents.get('agent_1')).rejects.toMatchObject({
    status: 500,
    code: 'unknown',
    requestId: null,
  });
  expect(() => parley.agents.get('')).toThrow('agentId: give a text');
});

test('a request fails at its timeout, and at once when it is aborted', async () => {
  answers = [() => undefined, () => undefined];
  const once = { timeoutMs: 50, retriesMax: 0 };
  await expect(parley.agents.get('agent_1', once)).rejects.toMatchObject({ status: 0, code: 'timeout' });
  const aborting = new AbortController();
  const asked = parley.agents.get('agent_1', { signal: aborting.signal });
  aborting.abort(new Error('enough'));
  await expect(asked).rejects.toThrow('enough');
});

test('the client does not send its key to the address of a redirect', async () => {
  answers = [(_, response) => response.writeHead(302, { location: 'http://192.0.2.1/' }).end()];
  await expect(parley.agents.get('agent_1')).rejects.toMatchObject({ status: 0, code: 'unusable_address' });
  expect(came).toHaveLength(1);
});

test('an unusable address fails at once, and an unreachable one is tried again', async () => {
  const { port } = server.address() as AddressInfo;
  const notices: string[] = [];
  const failureAt = (baseUrl: string) => {
    const onRetry = ({ error }: { error: ParleyError }) => notices.push(error.code);
    const asked = new Parley({ apiKey: 'key', baseUrl, retriesMax: 1, onRetry }).agents.get('agent_1');
    return asked.catch((thrown: unknown) => thrown);
  };
  // `fetch` blocks this port, and the other speaks no TLS.
  for (const baseUrl of ['http://127.0.0.1:1', `https://127.0.0.1:${port}`])
    expect(await failureAt(baseUrl)).toMatchObject({ status: 0, code: 'unusable_address' });
  expect(notices).toEqual([]);
  // The port refuses connections.
  expect(await failureAt('http://127.0.0.1:2')).toMatchObject({ status: 0, code: 'unreachable' });
  expect(notices).toEqual(['unreachable']);
});

test('the client follows pages by their query alone, and only as far as it is iterated', async () => {
  const page = (id: string, nextPage: string | null) =>
    json(200, { calls: [{ callId: id }], metadata: { nextPage } });
  answers = [page('a', 'https://elsewhere.example/api/calls?pageToken=2&status=ended'), page('b', null)];
  const calls = parley.calls.list({ status: ['ended'] });
  expect(came).toHaveLength(0);
  expect((await calls.all()).map(({ callId }) => callId)).toEqual(['a', 'b']);
  expect(came.map(({ url }) => url)).toEqual([
    '/api/calls?status=ended',
    '/api/calls?pageToken=2&status=ended',
  ]);
});

test('a body that breaks off is requested again, and one that is not JSON is an error of the client', async () => {
  const broken: Answer = (_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"callId"');
    response.socket?.end();
  };
  answers = [broken, json(200, { callId: 'call_1' })];
  expect(await parley.calls.get('call_1')).toEqual({ callId: 'call_1' });
  answers = [(_, response) => response.writeHead(200).end('<html>')];
  await expect(parley.calls.get('call_1')).rejects.toMatchObject({ status: 200, code: 'invalid_answer' });
});

test('an invalid address or key is refused at once, and not quoted', () => {
  const made = (options: { apiKey?: string; baseUrl?: string }) => () =>
    new Parley({ apiKey: 'key', baseUrl: 'http://127.0.0.1', ...options });
  for (const apiKey of ['secret\nkey', 'secret key', 'secret_kéy'])
    expect(made({ apiKey })).toThrow(/^apiKey: (?!.*secret)/);
  expect(made({ apiKey: ' \r\n' })).toThrow('apiKey: give');
  expect(made({ apiKey: ' key\r\n' })).not.toThrow();
  expect(made({ baseUrl: 'ftp://127.0.0.1' })).toThrow('baseUrl: has to begin with http');
  expect(made({ baseUrl: 'http://me:secret@127.0.0.1' })).toThrow(/^baseUrl: (?!.*secret)/);
});

test('a client that has begun to follow retries for as long as the service is away', async () => {
  const entries = (...times: string[]) =>
    json(200, { auditLogs: times.map((createdAt) => ({ createdAt })), metadata: { nextPage: null } });
  const { port } = server.address() as AddressInfo;
  const notices: number[] = [];
  const impatient = new Parley({
    ...{ apiKey: 'key', baseUrl: `http://127.0.0.1:${port}`, retriesMax: 0 },
    onRetry: ({ attempt }) => notices.push(attempt),
  });
  answers = [entries('2', '1'), busy, busy, entries('3')];
  const received: string[] = [];
  for await (const { createdAt } of impatient.followAuditLog({ createdAtGt: '0', pollMs: 1 }))
    if (received.push(createdAt) === 3) break;
  expect(received).toEqual(['1', '2', '3']);
  expect(notices).toEqual([1, 2]);
  expect(came.at(-1)!.url).toContain('createdAtGt=2');
  answers = [busy];
  const failing = impatient.followAuditLog({ createdAtGt: '0' })[Symbol.asyncIterator]();
  await expect(failing.next()).rejects.toMatchObject({ status: 429 });
});

test('a broken stream continues after its last event, and ends with the end event', async () => {
  const stream =
    (events: string): Answer =>
    (_, response) =>
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(events);
  answers = [
    stream('id: 1\ndata: "one"\n\nid: 2\ndata: "cut'),
    busy,
    stream('id: 2\nevent: end\ndata: "two"\n\n'),
  ];
  const received: unknown[] = [];
  for await (const { data } of parley.calls.follow('call_1', { retriesMax: 0 })) received.push(data);
  expect(received).toEqual(['one', 'two']);
  expect(came.map(({ lastEventId }) => lastEventId)).toEqual([undefined, '1', '1']);
});
