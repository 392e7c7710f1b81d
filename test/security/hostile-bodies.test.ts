import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApiDocument } from '../../src/platform/http/index.ts';
import { type ApiWorld, createApiWorld } from '../world/api-world.ts';

let world: ApiWorld;
let agentId: string;

beforeAll(async () => {
  world = await createApiWorld();
  agentId = (await world.request('POST', '/api/agents', { body: { name: 'A', prompt: 'p' } })).body.agentId;
});
afterAll(() => world.close());

const listOf = (item: string, bytes: number) =>
  `[${Array(Math.floor(bytes / (item.length + 1))).fill(item)}]`;
/** As many of `item` as fit into the body of an operation that takes large ones, and of one that does not. */
const many = (item: string) => listOf(item, 1_000_000);
const some = (item: string) => listOf(item, 65_000);
const keys = Array.from({ length: 100_000 }, (_, i) => `"${i.toString(36)}":0`).join(',');

test.each([
  ['deep arrays', '/api/agents', '['.repeat(1_048_576)],
  ['deep objects', '/api/agents', '{"a":'.repeat(200_000)],
  [
    'deep free values',
    '/api/call-personalization-webhook',
    `{"data":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`,
  ],
  ['many unknown keys', '/api/agents', `{${keys}}`],
  ['a key of 1 MB', '/api/agents', `{"${'k'.repeat(1_000_000)}":0}`],
  ['many wrong outcomes', '/api/retry-configs', `{"name":"a","retryOn":${some('0')}}`],
  ['many wrong codecs', '/api/trunks', `{"name":"a","host":"a.example","codecs":${some('0')}}`],
  ['many wrong variables', '/api/agents', `{"name":"a","prompt":"p","variables":${many('{}')}}`],
  ['many malformed variables', '/api/agents', `{"name":"a","prompt":"${'{{a b}}'.repeat(14_000)}"}`],
  [
    'many steps',
    '/api/workflows',
    `{"name":"a","trigger":{"type":"webhook"},"definition":{"steps":${many('{}')}}}`,
  ],
  ['many windows', '/api/schedules', `{"name":"a","timeZone":"UTC","windows":${some('{}')}}`],
  ['many scopes', '/api/api-keys', `{"name":"a","scopes":${some('0')}}`],
  ['many addresses', '/api/trunks', `{"name":"a","host":"a.example","allowedAddresses":${some('""')}}`],
  [
    'many pushed keys',
    '/api/call-personalization-webhook',
    `{"phoneNumber":"+12025550100","data":{${keys}}}`,
  ],
  ['many escaped values', '/api/agents', `{"\\u0041":${many('0')}}`],
  [
    'a long e-mail address',
    '/api/members',
    `{"name":"a","role":"Viewer","email":"a@${'a.'.repeat(32_000)}"}`,
  ],
  [
    'a long date',
    '/api/api-keys',
    `{"name":"a","role":"Viewer","expiresAt":"2030-01-01T00:00:00.${'1'.repeat(64_000)}Z"}`,
  ],
  [
    'a long cron line',
    '/api/workflows',
    `{"name":"a","trigger":{"type":"schedule","timeZone":"UTC","cron":"${'*/1,'.repeat(200_000)}"},"definition":{}}`,
  ],
  [
    'a long phone number',
    '/api/call-personalization-webhook',
    `{"phoneNumber":"${'(1-'.repeat(300_000)}","data":{}}`,
  ],
  ['a long host', '/api/trunks', `{"name":"a","host":"${'a.'.repeat(32_000)}"}`],
])('%s are refused in few words and without holding up the others', async (_what, path, body) => {
  const stall = monitorEventLoopDelay({ resolution: 10 });
  stall.enable();
  const answer = await world.request('POST', path, { body });
  stall.disable();
  expect(answer.status).toBe(400);
  expect(answer.body.error).toMatch(/^[^\s:]+: \S/);
  expect(answer.text.length).toBeLessThan(65_536);
  // Loose, because this machine has other work; what these bodies could cost before was many seconds.
  expect(stall.max / 1e9).toBeLessThan(3);
});

test('every list in a body has a bound, which is checked before its items are', () => {
  const { paths, components } = openApiDocument(world.routes, {});
  const unbounded = new Set<string>();
  // Schemas may hold themselves.
  const seen = new Set<unknown>();
  const visit = (schema: unknown, at: string): void => {
    if (typeof schema !== 'object' || schema === null || seen.has(schema)) return;
    seen.add(schema);
    const { $ref, type, maxItems } = schema as { $ref?: string; type?: string; maxItems?: number };
    if ($ref !== undefined) visit(components.schemas[$ref.split('/').at(-1)!], at);
    if (type === 'array' && maxItems === undefined) unbounded.add(at);
    for (const [name, inner] of Object.entries(schema)) visit(inner, `${at}.${name}`);
  };
  for (const item of Object.values(paths)) {
    for (const operation of Object.values(item)) {
      const { operationId, requestBody } = operation as { operationId: string; requestBody?: unknown };
      visit(requestBody, operationId);
    }
  }
  expect([...unbounded]).toEqual([]);
});

test.each([
  '{"data":{"__proto__":{"polluted":1}}}',
  '{"data":{"\\u005f_proto__":{"polluted":1}}}',
  '{"__proto__":{"data":{}}}',
])('%s changes no prototype and is 400', async (body) => {
  const path = '/api/call-personalization-webhook';
  const answer = await world.request('POST', path, { body });
  expect([answer.status, answer.body.error]).toEqual([
    400,
    expect.stringMatching(/^(?:body|data): must not have a key __proto__$/),
  ]);
  expect('polluted' in {}).toBe(false);
});

test('a key named constructor is data like any other', async () => {
  const body = { customerUniqueId: 'c', chatVariables: { constructor: { prototype: { polluted: 1 } } } };
  const answer = await world.request('POST', `/api/agents/${agentId}/chats`, { body });
  expect(answer.body.chatVariables).toEqual(body.chatVariables);
  expect('polluted' in {}).toBe(false);
});
