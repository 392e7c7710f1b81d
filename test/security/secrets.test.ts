import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statement } from '../../src/platform/db/index.ts';
import { type ApiWorld, createApiWorld } from '../world/api-world.ts';
import { badCredentials } from './credentials.ts';

let world: ApiWorld;
let logged = '';
/** Secrets that an answer may contain once, and that no log, error or database row may contain. */
const secrets: string[] = [];
let errors = '';

beforeAll(async () => {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk);
      done();
    },
  });
  // A plain log, without the redaction of `createLog`: no secret may even reach the log.
  world = await createApiWorld({ log: pino({ level: 'trace' }, stream) });
  secrets.push(...partsOf(world.owner.key));
});
afterAll(() => world.close());

/** Returns a key and its signature, without which the rest is not secret. */
function partsOf(key: string): string[] {
  return [key, key.split('.')[2]!];
}

async function send(method: string, path: string, options: Parameters<ApiWorld['request']>[2] = {}) {
  const answer = await world.request(method, path, options);
  if (answer.status >= 400) errors += answer.text + JSON.stringify(answer.headers);
  return answer;
}

const rename = (from: string, to: string) =>
  world.db.query(statement(`test.rename_${from}`, `alter table ${from} rename to ${to}`));

test('everything that handles a secret is done, well and badly', async () => {
  const headers = { 'idempotency-key': 'once' };
  const body = { name: 'A key', role: 'Viewer' };
  const created = await send('POST', '/api/api-keys', { body, headers });
  secrets.push(...partsOf(created.body.key));
  const replayed = await send('POST', '/api/api-keys', { body, headers });
  expect(replayed.headers['idempotent-replayed']).toBe('true');
  expect(replayed.body).toEqual({ ...created.body, key: null });
  expect((await send('POST', '/api/api-keys', { body: { ...body, name: 'B' }, headers })).status).toBe(409);

  const password = 'p4ssword-in-plain';
  secrets.push(password);
  const trunk = { name: 'T', host: 'sip.example.com', username: 'u', password };
  const once = { 'idempotency-key': 'trunk' };
  const { trunkId } = (await send('POST', '/api/trunks', { body: trunk, headers: once })).body;
  expect((await send('POST', '/api/trunks', { body: trunk, headers: once })).status).toBe(201);
  expect((await send('PATCH', `/api/trunks/${trunkId}`, { body: { password: `${password}2` } })).status).toBe(
    200,
  );
  for (const wrong of [
    { ...trunk, host: 'no host' },
    { ...trunk, password: `${password}\n` },
    { password },
  ]) {
    expect((await send('POST', '/api/trunks', { body: wrong })).status).toBe(400);
  }
  expect((await send('POST', '/api/trunks', { body: { ...trunk, password: [password] } })).status).toBe(400);
  expect((await send('POST', '/api/trunks', { body: `{"password":"${password}",` })).status).toBe(400);
  const text = { 'content-type': 'text/plain' };
  expect((await send('POST', '/api/trunks', { body: JSON.stringify(trunk), headers: text })).status).toBe(
    415,
  );

  const apiKey = 'sk-provider-key-in-plain';
  secrets.push(apiKey);
  const providerKey = { provider: 'openai', apiKey };
  const again = { 'idempotency-key': 'provider-key' };
  expect((await send('POST', '/api/provider-keys', { body: providerKey, headers: again })).status).toBe(201);
  expect((await send('POST', '/api/provider-keys', { body: providerKey, headers: again })).status).toBe(201);
  for (const wrong of [
    { apiKey },
    { ...providerKey, apiKey: `${apiKey}\n` },
    { ...providerKey, baseUrl: apiKey },
  ]) {
    expect((await send('POST', '/api/provider-keys', { body: wrong })).status).toBe(400);
  }

  for (const [, , make] of badCredentials) {
    const key = await make(world);
    if (key) secrets.push(key);
    expect((await send('GET', '/api/agents', { key })).status).toBe(401);
  }
  const authorization = `Bearer  ${created.body.key} x`;
  expect((await send('GET', '/api/agents', { key: null, headers: { authorization } })).status).toBe(401);
  const address = `/api/agents?api_key=${created.body.key}`;
  expect((await send('GET', address, { key: null })).status).toBe(401);

  // A database failure is logged with its statement.
  await rename('trunks', 'trunks_away');
  await rename('api_keys', 'api_keys_away');
  expect((await send('POST', '/api/trunks', { body: trunk })).status).toBe(500);
  expect((await send('POST', '/api/api-keys', { body })).status).toBe(500);
  await rename('trunks_away', 'trunks');
  await rename('api_keys_away', 'api_keys');
});

/** Returns the secrets in the text, plain or as PostgreSQL writes bytes. */
function found(text: string): string[] {
  return secrets.filter(
    (secret) => text.includes(secret) || text.includes(Buffer.from(secret).toString('hex')),
  );
}

test('no secret is in the log', () => {
  expect(logged.includes('a request failed')).toBe(true);
  expect(logged.includes(world.owner.apiKeyId)).toBe(true);
  expect(found(logged)).toEqual([]);
});

test('no secret is in an error', () => {
  expect(errors.includes('password: must not contain control characters')).toBe(true);
  expect(found(errors)).toEqual([]);
});

test('no secret is in the database', async () => {
  const tables = statement(
    'test.tables',
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  let dump = '';
  for (const { name } of await world.db.query<{ name: string }>(tables)) {
    const all = statement(
      `test.dump_${name}`,
      `select coalesce(string_agg(t::text, ' '), '') as text from "${name}" t`,
    );
    const [row] = await world.db.query<{ text: string }>(all);
    dump += row!.text;
  }
  expect(dump.includes('once')).toBe(true);
  expect(dump.includes('sip.example.com')).toBe(true);
  expect(found(dump)).toEqual([]);
});

test('a customer in a path is not in the log, an id of ours is', async () => {
  logged = '';
  await send('GET', '/api/calls/phone/+12025550147');
  await send('GET', '/api/calls/phone/no-number-2025550147');
  await send('GET', '/api/calls/external/customer-4711');
  const callId = 'call_01m7y6x7nepy6veqn5gpya971r';
  await send('GET', `/api/calls/${callId}`);
  expect(logged).toContain('/api/calls/phone/:phoneNumber');
  expect(logged).not.toMatch(/2025550147|customer-4711/);
  expect(logged).toContain(`"callId":"${callId}"`);
});
