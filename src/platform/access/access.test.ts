import { createHmac } from 'node:crypto';
import { SignJWT } from 'jose';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { Database, Listener, Notifier, type Statement } from '../db/index.ts';
import { silentLog } from '../kernel/index.ts';
import { AccessState, SecretKey } from './index.ts';

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());
afterEach(() => vi.restoreAllMocks());

const auditPath = '/api/export/audit-logs';

async function createKey(body: Record<string, unknown>): Promise<{ apiKeyId: string; key: string }> {
  const answer = await world.request('POST', '/api/api-keys', { body: { name: 'A key', ...body } });
  expect(answer.status).toBe(201);
  return answer.body;
}

/** Returns the statuses of a credential on an ordinary operation and on the audit export. */
async function statuses(key: string | null, headers: Record<string, string> = {}) {
  const ordinary = await world.request('GET', '/api/organization', { key, headers });
  const audit = await world.request('GET', auditPath, { key, headers });
  expect(audit.body.code).toBe(ordinary.body.code);
  expect(audit.body.requestId).toBe(audit.headers['x-request-id']);
  return { code: ordinary.body.code, ordinary: ordinary.status, audit: audit.status };
}

const refused = (code: string) => ({ code, ordinary: 401, audit: 403 });

/** Returns the owner's token with the given changes. */
async function forge(changes: {
  secret?: SecretKey;
  issuer?: string;
  audience?: string;
  type?: string;
  without?: 'org' | 'scp' | 'sub' | 'jti';
}): Promise<string> {
  const {
    secret = world.secret,
    issuer = 'parley',
    audience = 'parley-api',
    type = 'JWT',
    without,
  } = changes;
  const { organizationId, memberId, apiKeyId } = world.owner;
  const claims: Record<string, unknown> = {
    org: organizationId,
    scp: ['organization:read', 'audit:export'],
    sub: memberId,
    jti: apiKeyId,
  };
  if (without) delete claims[without];
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: type })
    .setIssuer(issuer)
    .setAudience(audience)
    .sign(secret.derive('api-keys'));
}

const segment = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test('accepts a correct token, from which the forged ones below differ', async () => {
  const answer = await world.request('GET', '/api/organization', { key: await forge({}) });
  expect(answer.status).toBe(200);
});

test('answers 401 without a credential, and 403 on the audit export', async () => {
  expect(await statuses(null)).toEqual(refused('credential.missing'));
  const answer = await world.request('GET', '/api/organization', { key: null });
  expect(answer.headers['www-authenticate']).toBe('Bearer');
});

test.each([
  ['another scheme', 'Basic b3dlcjpwYXNz'],
  ['no token', 'Bearer'],
  ['a word', 'Bearer word'],
  ['two tokens', 'Bearer a.b.c a.b.c'],
  ['characters that are not base64url', 'Bearer a.b+.c='],
  ['a token of 5000 characters', `Bearer ${'a'.repeat(2500)}.${'b'.repeat(2400)}.${'c'.repeat(100)}`],
])('%s is malformed', async (_what, authorization) => {
  expect(await statuses(null, { authorization })).toEqual(refused('credential.malformed'));
});

test.each([
  ['another secret', { secret: new SecretKey('another secret, which is long enough as well') }],
  ['another issuer', { issuer: 'someone' }],
  ['another audience', { audience: 'something' }],
  ['another type', { type: 'at+jwt' }],
  ['no organization', { without: 'org' }],
  ['no scopes', { without: 'scp' }],
  ['no member', { without: 'sub' }],
  ['no key id', { without: 'jti' }],
] as const)('a token with %s is invalid', async (_what, changes) => {
  expect(await statuses(await forge(changes))).toEqual(refused('credential.invalid'));
});

test('refuses garbage and altered tokens', async () => {
  const [header, payload, signature] = world.owner.key.split('.') as [string, string, string];
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const richer = segment({ ...claims, org: 'org_other' });
  const flipped = `${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`;
  for (const key of [
    'a.b.c',
    `${header}.${richer}.${signature}`,
    `${header}.${payload}.${flipped}`,
    `${header}.${payload}.`,
    `${segment({ alg: 'none', typ: 'JWT' })}.${payload}.`,
    `${segment({ alg: 'none', typ: 'JWT' })}.${payload}.${signature}`,
  ]) {
    expect(await statuses(key)).toEqual(refused('credential.invalid'));
  }
});

test('refuses a token in ordinary base64, and other texts of the same signature', async () => {
  let [header, payload, signature] = ['', '', ''];
  // Tries until a signature has a character by which the alphabets differ.
  while (!/[-_]/.test(signature)) {
    const { key } = await createKey({ role: 'Admin' });
    [header, payload, signature] = key.split('.') as [string, string, string];
  }
  const bytes = Buffer.from(signature, 'base64url');
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  // 32 bytes are 43 characters; the last one holds two bits that decoders ignore.
  const sameBytes = signature.slice(0, -1) + alphabet[alphabet.indexOf(signature.at(-1)!) + 1];
  expect(Buffer.from(sameBytes, 'base64url').equals(bytes)).toBe(true);
  const others = {
    base64: bytes.toString('base64'),
    unpadded: bytes.toString('base64').replace('=', ''),
    padded: `${signature}=`,
    sameBytes,
    longer: `${signature}A`,
  };
  const answers = Object.entries(others).map(async ([name, other]) => {
    const key = `${header}.${payload}.${other}`;
    return [name, (await world.request('GET', '/api/organization', { key })).status];
  });
  expect(Object.fromEntries(await Promise.all(answers))).toEqual({
    ...{ base64: 401, unpadded: 401, padded: 401, sameBytes: 401, longer: 401 },
  });
});

test('refuses another algorithm, although its signature is right', async () => {
  const payload = world.owner.key.split('.')[1]!;
  const signed = `${segment({ alg: 'HS512', typ: 'JWT' })}.${payload}`;
  const signature = createHmac('sha512', world.secret.derive('api-keys')).update(signed).digest('base64url');
  expect(await statuses(`${signed}.${signature}`)).toEqual(refused('credential.invalid'));
});

test('accepts a key until it expires, whether it is cached or not', async () => {
  const expiresAtMs = Date.now() + 3_600_500;
  const { key } = await createKey({ role: 'Admin', expiresAt: new Date(expiresAtMs).toISOString() });
  vi.spyOn(Date, 'now').mockReturnValue(expiresAtMs - 1);
  expect((await world.request('GET', '/api/organization', { key })).status).toBe(200);
  vi.spyOn(Date, 'now').mockReturnValue(expiresAtMs);
  expect(await statuses(key)).toEqual(refused('credential.expired'));
});

test('reports an expired key that this process has never seen as expired', async () => {
  const { organizationId, memberId, apiKeyId } = world.owner;
  const key = await new SignJWT({ org: organizationId, scp: ['organization:read'] })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer('parley')
    .setAudience('parley-api')
    .setSubject(memberId)
    .setJti(apiKeyId)
    .setExpirationTime(Math.floor(Date.now() / 1000) - 1)
    .sign(world.secret.derive('api-keys'));
  expect(await statuses(key)).toEqual(refused('credential.expired'));
});

test('answers 403 on both to a key without the scope', async () => {
  const { key } = await createKey({ scopes: ['agents:read'] });
  expect(await statuses(key)).toEqual({ code: 'scope.missing', ordinary: 403, audit: 403 });
});

test('refuses a revoked key once its revocation is answered', async () => {
  for (let round = 0; round < 5; round++) {
    const { apiKeyId, key } = await createKey({ role: 'Admin' });
    expect((await world.request('GET', '/api/organization', { key })).status).toBe(200);
    expect((await world.request('DELETE', `/api/api-keys/${apiKeyId}`)).status).toBe(204);
    expect(await statuses(key)).toEqual(refused('credential.revoked'));
  }
});

/** Returns the access state of another process on the same database. */
async function anotherProcess(options: {
  listening: boolean;
  Database?: typeof Database;
  nowMs?: () => number;
}) {
  const connection = {
    connectionString: world.db.connectionString,
    applicationName: 'another',
    log: silentLog,
  };
  const db = new (options.Database ?? Database)({ ...connection, connectionsMax: 2 });
  const listener = new Listener(connection);
  const state = new AccessState(db, new Notifier(db, silentLog), silentLog, options.nowMs);
  await state.start(listener);
  if (options.listening) await listener.start();
  const isRevoked = async (apiKeyId: string) =>
    (await state.check(world.owner.organizationId, apiKeyId)).revoked;
  return {
    db,
    state,
    isRevoked,
    async close() {
      await state.close();
      await listener.close();
      await db.close();
    },
  };
}

test.each([
  ['by notification', true],
  ['by its own poll when the notification is lost', false],
])('another process learns of a revocation %s', async (_how, listening) => {
  const other = await anotherProcess({ listening });
  const { apiKeyId } = await createKey({ role: 'Viewer' });
  expect(await other.isRevoked(apiKeyId)).toBe(false);
  await world.request('DELETE', `/api/api-keys/${apiKeyId}`);
  await vi.waitUntil(() => other.isRevoked(apiKeyId), { timeout: 10_000, interval: 5 });
  await other.close();
});

test('asks the database when the list is stale', async () => {
  let nowMs = 0;
  const other = await anotherProcess({ listening: false, nowMs: () => nowMs });
  const { apiKeyId } = await createKey({ role: 'Viewer' });
  await other.state.close();
  await world.request('DELETE', `/api/api-keys/${apiKeyId}`);
  expect(await other.isRevoked(apiKeyId)).toBe(false);
  nowMs = 1001;
  expect(await other.isRevoked(apiKeyId)).toBe(true);
  await other.close();
});

test('accepts no key when the database cannot be asked', async () => {
  let nowMs = 0;
  const other = await anotherProcess({ listening: false, nowMs: () => nowMs });
  await other.state.close();
  await other.db.close();
  nowMs = 1001;
  await expect(other.isRevoked(world.owner.apiKeyId)).rejects.toThrow();
});

test('knows keys that were revoked before the process started', async () => {
  const { apiKeyId } = await createKey({ role: 'Viewer' });
  await world.request('DELETE', `/api/api-keys/${apiKeyId}`);
  const client = new pg.Client(world.db.connectionString);
  await client.connect();
  await client.query(`update api_keys set revoked_at = now() - interval '1 year' where api_key_id = $1`, [
    apiKeyId,
  ]);
  await client.end();
  const other = await anotherProcess({ listening: false });
  expect(await other.isRevoked(apiKeyId)).toBe(true);
  await other.close();
});

test('applies a new rate limit to the next request', async () => {
  const { organizationId } = world.owner;
  const change = await world.request('PATCH', '/api/organization', { body: { requestsPerSecond: 4321 } });
  expect(change.status, change.text).toBe(200);
  expect((await world.access.check(organizationId, world.owner.apiKeyId)).requestsPerSecond).toBe(4321);
  const { headers } = await world.request('GET', '/api/organization');
  expect(headers['ratelimit-limit']).toBe('4321');
});

test('opens sealed secrets only in their place and unaltered', () => {
  const secret = new SecretKey('a secret for tests, long enough to be taken');
  const sealed = secret.seal('pässword', 'trunk_1');
  expect(secret.open(sealed, 'trunk_1')).toBe('pässword');
  expect(secret.seal('pässword', 'trunk_1')).not.toEqual(sealed);
  expect(() => secret.open(sealed, 'trunk_2')).toThrow();
  const altered = Buffer.from(sealed);
  altered[altered.length - 1]! ^= 1;
  expect(() => secret.open(altered, 'trunk_1')).toThrow();
});

/** A database whose answers claim to be ten minutes old, as after a long stall. */
class LongAgo extends Database {
  override async query<Row>(statement: Statement, values?: unknown[]): Promise<Row[]> {
    const rows = await super.query<Row & { readAt?: string }>(statement, values);
    for (const row of rows) {
      if (row.readAt) row.readAt = new Date(Date.parse(row.readAt) - 600_000).toISOString();
    }
    return rows;
  }
}

test('reads all changes after a long time without a read', async () => {
  const other = await anotherProcess({ listening: false, Database: LongAgo });
  const { apiKeyId } = await createKey({ role: 'Viewer' });
  expect(await other.isRevoked(apiKeyId)).toBe(false);
  const client = new pg.Client(world.db.connectionString);
  await client.connect();
  const fiveMinutesAgo = `update api_keys set revoked_at = now() - interval '5 minutes' where api_key_id = $1`;
  await client.query(fiveMinutesAgo, [apiKeyId]);
  await client.end();
  await vi.waitUntil(() => other.isRevoked(apiKeyId), { timeout: 10_000, interval: 5 });
  await other.close();
});
