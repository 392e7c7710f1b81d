import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { problemOfError } from './problem.ts';

let world: ApiWorld;
let base: string;
let agentId: string;
let seen: { url: string; headers: IncomingHttpHeaders }[] = [];

/** Answers by the first part of the path. */
const server = createServer((request, response) => {
  seen.push({ url: request.url!, headers: request.headers });
  const [, first] = request.url!.split('/');
  if (first === 'hangs') return;
  if (first === 'html') return response.end('<html>Hello</html>');
  if (first === 'cut') return request.socket.destroy();
  if (first === 'digits') return response.end('{"number": 912345, "texts": ["12345"]}');
  const isKnown = request.headers.authorization === 'Bearer sesame-1';
  response.writeHead(isKnown ? 200 : 401).end(JSON.stringify({ town: 'Oslo', you: request.headers }));
});

const tool = {
  type: 'http',
  name: 'look_up',
  description: 'Looks up.',
  method: 'GET',
  parameters: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
};

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  world = await createApiWorld({ egressAllow: ['127.0.0.1/32'] });
  const headers = { authorization: { secret: 'Bearer sesame-1' } };
  const body = {
    ...{ name: 'Ada', prompt: 'Be kind.' },
    tools: [{ ...tool, url: `${base}/orders/{{id}}`, headers }],
  };
  agentId = (await world.request('POST', '/api/agents', { body })).body.agentId;
});
afterAll(async () => {
  await world.close();
  server.closeAllConnections();
  server.close();
});

const attempt = (changes: object, input: object = { id: 'a b' }) => {
  seen = [];
  const body = { tool: { ...tool, url: `${base}/orders/{{id}}`, ...changes }, arguments: input };
  return world.request('POST', `/api/agents/${agentId}/try-tool`, { body });
};

it('sends what a call would, with the stored secret, and shows no secret', async () => {
  const { status, body, text } = await attempt({ headers: { authorization: { secret: true } } });
  expect(status, text).toBe(200);
  expect(seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ['/orders/a%20b', 'Bearer sesame-1'],
  ]);
  expect(body).toMatchObject({
    ...{ outcome: 'answered', status: 200, problem: null, message: null },
    ...{ sentTo: `GET ${base}/orders/a%20b`, result: { town: 'Oslo' } },
  });
  expect(text).not.toContain('sesame');
  const { body: audit } = await world.request('GET', '/api/export/audit-logs?pageSize=10');
  expect(audit.auditLogs).toContainEqual(
    expect.objectContaining({ resourceType: 'agent_tool_trials', resourceLabel: 'Ada, look_up' }),
  );
});

it('hides a secret of digits in a number too', async () => {
  const headers = { 'x-pin': { secret: '12345' } };
  const { body, text } = await attempt({ url: `${base}/digits`, headers });
  expect(body.result, text).toEqual({ number: '•••', texts: ['•••'] });
});

it.each<[string, { path?: string; [field: string]: unknown }, object, number | null]>([
  ['unauthorized', {}, {}, 401],
  ['arguments', {}, { id: undefined }, null],
  ['notJson', { path: 'html' }, {}, 200],
  ['timeout', { path: 'hangs', timeoutMs: 100 }, {}, null],
  ['connection', { path: 'cut' }, {}, null],
  ['refused', { url: 'http://10.0.0.1/' }, {}, null],
  ['dns', { url: 'http://nowhere.invalid/' }, {}, null],
])('names the problem %s', async (problem, { path, ...changes }, input, status) => {
  const { body, text } = await attempt(
    { ...(path && { url: `${base}/${path}` }), ...changes },
    { id: '1', ...input },
  );
  expect(body, text).toMatchObject({ problem, status, message: expect.stringMatching(/\.$/) });
  expect(body.outcome).toBe(problem === 'notJson' ? 'answered' : 'failed');
});

it('says what is wrong with a certificate', () => {
  const cause = Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  const url = new URL('https://a.example/');
  expect(problemOfError(new TypeError('fetch failed', { cause }), url, 1000).problem).toBe('tls');
});

it('takes no secret to another address, and belongs to its organization', async () => {
  const elsewhere = { url: 'https://other.example/', headers: { authorization: { secret: true } } };
  const { status, body } = await attempt(elsewhere);
  expect([status, body.details[0].field]).toEqual([400, 'tool.headers.authorization.secret']);
  const other = await world.foundOrganization('Other');
  const path = `/api/agents/${agentId}/try-tool`;
  const wanted = { tool: { ...tool, url: base } };
  expect((await world.request('POST', path, { key: other.key, body: wanted })).status).toBe(404);
  expect(seen).toEqual([]);
});
