import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statement } from '../../src/platform/db/index.ts';
import { type ApiWorld, createApiWorld } from '../world/api-world.ts';
import { RawClient, requestText } from './raw-client.ts';

let world: ApiWorld;
let port: number;
let authorization: string;

beforeAll(async () => {
  world = await createApiWorld();
  port = await world.http.listen('127.0.0.1', 0);
  authorization = `Bearer ${world.owner.key}`;
});
afterAll(() => world.close());

const bytesMax = 1_048_576;

test('a body of 1 MB is read, one byte more is 413', async () => {
  const bodyOf = (bytes: number) => `{"name":"${' '.repeat(bytes - 11)}"}`;
  expect((await world.request('POST', '/api/agents', { body: bodyOf(bytesMax) })).status).toBe(400);
  const answer = await world.request('POST', '/api/agents', { body: bodyOf(bytesMax + 1) });
  expect([answer.status, answer.body.code]).toEqual([413, 'body.too_large']);
  expect(answer.body.requestId).toBe(answer.headers['x-request-id']);
});

test.each([
  ['POST', '/api/trunks', 65_536, '64 KB'],
  ['PUT', '/api/organization/prices', 262_144, '256 KB'],
  ['POST', '/api/workflow-definition-check', bytesMax, '1 MB'],
])('%s %s takes %i bytes and names its limit beyond', async (method, path, most, words) => {
  const bodyOf = (bytes: number) => `{"none":"${' '.repeat(bytes - 11)}"}`;
  expect((await world.request(method, path, { body: bodyOf(most) })).status).toBe(400);
  const { status, body } = await world.request(method, path, { body: bodyOf(most + 1) });
  const error = `The body is larger than ${words}, the most that this operation takes.`;
  expect({ status, code: body.code, error: body.error }).toEqual({
    status: 413,
    code: 'body.too_large',
    error,
  });
});

test('a body that says it is too large is 413 before it is sent, and the connection is closed', async () => {
  const client = new RawClient(port);
  client.write(requestText('POST', '/api/agents', { authorization, 'content-length': '9999999999' }, ''));
  const answer = await client.answer();
  expect([answer.status, answer.headers.connection]).toEqual([413, 'close']);
  await client.closed;
});

test('a chunked body without end is 413 after 1 MB, and the connection is closed', async () => {
  const client = new RawClient(port);
  const head = { authorization, 'transfer-encoding': 'chunked', 'content-type': 'application/json' };
  client.write(requestText('POST', '/api/agents', head));
  const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
  let isClosed = false;
  void client.closed.then(() => {
    isClosed = true;
  });
  let chunks = 0;
  while (!isClosed) {
    if (client.write(chunk)) await new Promise(setImmediate);
    else await Promise.race([new Promise((resolve) => client.socket.once('drain', resolve)), client.closed]);
    chunks++;
  }
  // What lies in the buffers between here and there was taken too.
  expect(chunks).toBeLessThan(1000);
});

test('an unauthenticated body is not even looked at', async () => {
  for (const body of ['{', 'x'.repeat(bytesMax), '\u0000']) {
    const answer = await world.request('POST', '/api/agents', { body, key: null });
    expect([answer.status, answer.body.code]).toEqual([401, 'credential.missing']);
  }
});

test('pipelined requests are answered in their order, each for itself', async () => {
  const client = new RawClient(port);
  const requests = Array.from({ length: 60 }, (_, i) =>
    requestText('GET', `/api/agents?pageSize=${i % 3}`, i % 5 === 4 ? {} : { authorization }),
  );
  client.write(requests.join(''));
  const ids = new Set<string | undefined>();
  for (let i = 0; i < requests.length; i++) {
    const { status, headers } = await client.answer();
    expect(status).toBe(i % 5 === 4 ? 401 : i % 3 === 0 ? 400 : 200);
    ids.add(headers['x-request-id']);
  }
  expect(ids.size).toBe(requests.length);
  client.destroy();
});

const appendMany = statement(
  'test.append_many',
  `select count(audit_append($1, 'system', 'updated', 'agents', null, repeat('x', 2000), 'req_test', null))
   from generate_series(1, $2)`,
);

test('clients that stop reading an export hold no database connection', { timeout: 60_000 }, async () => {
  await world.db.query(appendMany, [world.owner.organizationId, 8000]);
  // More of them than the pool has connections.
  const slow = Array.from({ length: 14 }, () => connect({ port, host: '127.0.0.1' }));
  await Promise.all(
    slow.map(async (socket) => {
      socket.write(requestText('GET', '/api/export/audit-logs', { authorization }));
      await new Promise((resolve) => socket.once('readable', resolve));
    }),
  );
  expect((await world.request('GET', '/api/agents')).status).toBe(200);
  expect((await world.request('POST', '/api/agents', { body: { name: 'B', prompt: 'p' } })).status).toBe(201);
  expect(slow.filter(({ destroyed }) => destroyed)).toEqual([]);
  for (const socket of slow) socket.destroy();
});

test('the rate limit is the key’s, not the operation’s and not the organization’s', async () => {
  const other = await world.foundOrganization('Limited');
  const newKey = async (name: string): Promise<string> => {
    const answer = await world.request('POST', '/api/api-keys', {
      key: other.key,
      body: { name, role: 'Admin' },
    });
    return answer.body.key;
  };
  const [busy, calm] = [await newKey('Busy'), await newKey('Calm')];
  await world.request('PATCH', '/api/organization', { key: other.key, body: { requestsPerSecond: 2 } });
  const reads = world.routes.filter(({ method, path }) => method === 'GET' && !path.includes('{'));
  const answers = await Promise.all(reads.map(({ path }) => world.request('GET', path, { key: busy })));
  const refused = answers.filter(({ status }) => status === 429);
  expect(reads.length).toBeGreaterThan(6);
  expect(refused.length).toBeGreaterThan(0);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  for (const { body, headers } of refused) {
    expect(body).toMatchObject({ code: 'rate_limited', requestId: headers['x-request-id'] });
    expect(headers).toMatchObject({
      'retry-after': '1',
      'ratelimit-limit': '2',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '1',
    });
  }
  const answer = await world.request('GET', '/api/agents', { key: calm });
  expect([answer.status, answer.headers['ratelimit-limit']]).toEqual([200, '2']);
});

test('a key without the scope is counted too', async () => {
  const other = await world.foundOrganization('Limited too');
  const weak = await world.request('POST', '/api/api-keys', {
    key: other.key,
    body: { name: 'Weak', scopes: ['chats:read'] },
  });
  await world.request('PATCH', '/api/organization', { key: other.key, body: { requestsPerSecond: 1 } });
  const { key } = weak.body;
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => world.request('GET', '/api/agents', { key })),
  );
  const statuses = new Set(answers.map(({ status }) => status));
  expect(statuses).toEqual(new Set([403, 429]));
});

test.each([
  ['evil.example', 'http://evil.example/api/agents?'],
  ['[::1]:8080', 'http://[::1]:8080/api/agents?'],
])('the host %s is the base of the next page', async (host, base) => {
  await world.request('POST', '/api/agents', { body: { name: 'C', prompt: 'p' } });
  const answer = await world.request('GET', '/api/agents?pageSize=1', { headers: { host } });
  expect(answer.body.metadata.nextPage.startsWith(base)).toBe(true);
});

test.each(['evil.example/path?x=', 'a@b', 'a b', 'a"b', '<script>', '', 'a:99999999', '[::1', 'a\\b'])(
  'the host %j is refused',
  async (host) => {
    const client = new RawClient(port);
    client.write(requestText('GET', '/api/agents?pageSize=1', { authorization, host }));
    const answer = await client.answer();
    expect([answer.status, JSON.parse(answer.body).details?.[0].field]).toEqual([400, 'Host']);
    client.destroy();
  },
);

test('an HTTP/1.0 request without a host is answered with the address that it arrived at', async () => {
  const client = new RawClient(port);
  client.write(`GET /api/agents?pageSize=1 HTTP/1.0\r\nauthorization: ${authorization}\r\n\r\n`);
  const { status, body } = await client.answer();
  expect(status).toBe(200);
  expect(JSON.parse(body).metadata.nextPage).toContain(`http://127.0.0.1:${port}/api/agents?`);
});

test('a client’s own x-request-id is not taken over', async () => {
  const headers = { 'x-request-id': 'mine' };
  const answer = await world.request('GET', '/api/nothing', { headers });
  expect(answer.headers['x-request-id']).toMatch(/^req_/);
  expect(answer.text).not.toContain('mine');
});

test('answers are kept by no cache', async () => {
  expect((await world.request('GET', '/api/agents')).headers['cache-control']).toBe('no-store');
  expect((await world.request('GET', '/api/agents', { key: null })).headers['cache-control']).toBe(
    'no-store',
  );
});

test.each(['/metrics', '/metrics/', '//metrics', '/api/metrics'])(
  '%s is not on the API’s port',
  async (path) => {
    const answer = await world.request('GET', path);
    expect([answer.status, answer.body.code]).toEqual([404, 'route.not_found']);
  },
);

// Last, because there is no way back from it.
test('while draining every operation is 503 and its connection is closed', async () => {
  const client = new RawClient(port);
  client.write(requestText('GET', '/healthz'));
  expect((await client.answer()).status).toBe(200);
  world.http.drain();
  client.write(requestText('GET', '/api/agents', { authorization }));
  const answer = await client.answer();
  expect([answer.status, answer.headers.connection, answer.headers['retry-after']]).toEqual([
    503,
    'close',
    '5',
  ]);
  expect(JSON.parse(answer.body)).toMatchObject({
    code: 'service.draining',
    requestId: answer.headers['x-request-id'],
  });
  await client.closed;
  expect((await world.request('GET', '/healthz')).status).toBe(200);
  expect((await world.request('GET', '/readyz')).status).toBe(503);
});
