import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ApiWorld, createApiWorld, scopesOfRole } from '../../../test/world/api-world.ts';
import { keepAuditLogStill } from '../../../test/world/still-audit-log.ts';

const path = '/api/api-keys';

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
  await keepAuditLogStill(world);
});
afterAll(() => world.close());

const create = (body: Record<string, unknown>, key?: string) =>
  world.request('POST', path, { body: { name: 'A key', ...body }, ...(key ? { key } : {}) });

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

async function newestAudit() {
  const query = 'createdAtLt=9999-01-01T00:00:00Z&pageSize=1';
  return (await world.request('GET', `/api/export/audit-logs?${query}`)).body.auditLogs[0];
}

test('shows a key once, accepts it, and never shows it again', async () => {
  const expiresAt = inAnHour();
  const created = await create({ role: 'Viewer', expiresAt });
  expect(created.status).toBe(201);
  const { key, ...rest } = created.body;
  expect(rest).toEqual({
    apiKeyId: expect.stringMatching(/^key_/),
    name: 'A key',
    memberId: world.owner.memberId,
    role: 'Viewer',
    scopes: scopesOfRole.Viewer,
    expiresAt,
    revokedAt: null,
    createdAt: expect.any(String),
  });
  expect(key.split('.')).toHaveLength(3);
  expect((await world.request('GET', '/api/organization', { key })).status).toBe(200);
  const one = await world.request('GET', `${path}/${rest.apiKeyId}`);
  expect(one.body).toEqual(rest);
  const list = await world.request('GET', path);
  expect(list.body.apiKeys[0]).toEqual(rest);
  expect(one.text + list.text).not.toContain(key.split('.')[2]);
  expect(await newestAudit()).toMatchObject({
    actionVerb: 'created',
    resourceType: 'api_keys',
    resourceReferenceId: rest.apiKeyId,
    resourceLabel: 'A key',
    requestId: created.headers['x-request-id'],
  });
});

test('does not store the key in the database', async () => {
  const headers = { 'idempotency-key': 'kept' };
  const { body } = await world.request('POST', path, { body: { name: 'A key', role: 'Admin' }, headers });
  expect(body.key).toEqual(expect.any(String));
  const client = new pg.Client(world.db.connectionString);
  await client.connect();
  const { rows } = await client.query(
    `select table_to_xml(c.oid, true, false, '')::text as content from pg_class c
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`,
  );
  await client.end();
  const everything = rows.map(({ content }) => content).join('');
  expect(everything).toContain(body.apiKeyId);
  expect(everything).not.toContain(body.key.split('.')[2]);
});

test('replays a creation without the key', async () => {
  const headers = { 'idempotency-key': 'one-key' };
  const body = { name: 'Once', role: 'Viewer' };
  const first = await world.request('POST', path, { body, headers });
  const second = await world.request('POST', path, { body, headers });
  expect(first.body.key).toEqual(expect.any(String));
  expect([second.status, second.headers['idempotent-replayed']]).toEqual([201, 'true']);
  expect(second.body).toEqual({ ...first.body, key: null });
  const other = await world.request('POST', path, { body: { ...body, name: 'Other' }, headers });
  expect([other.status, other.body.code]).toEqual([409, 'idempotency_key.reused']);
});

test('chooses scopes by role or individually', async () => {
  const { body } = await create({ scopes: ['calls:read', 'agents:read', 'calls:read'] });
  expect(body).toMatchObject({ role: null, scopes: ['calls:read', 'agents:read'] });
  expect((await world.request('GET', '/api/agents', { key: body.key })).status).toBe(200);
  expect((await world.request('GET', '/api/organization', { key: body.key })).status).toBe(403);
});

test.each([
  [{}, 'role'],
  [{ role: 'Viewer', scopes: ['agents:read'] }, 'role'],
  [{ role: 'Owner' }, 'role'],
  [{ scopes: [] }, 'scopes'],
  [{ scopes: ['agents:read', 'everything'] }, 'scopes.1'],
  [{ role: 'Viewer', name: ' ' }, 'name'],
  [{ role: 'Viewer', expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
  [{ role: 'Viewer', expiresAt: '2500-01-01T00:00:00Z' }, 'expiresAt'],
  [{ role: 'Viewer', expiresAt: 'tomorrow' }, 'expiresAt'],
  [{ role: 'Viewer', expiresAt: 4_102_444_800 }, 'expiresAt'],
  [{ role: 'Viewer', memberId: 'member_00000000000000000000000000' }, 'memberId'],
  [{ role: 'Viewer', memberId: 'system' }, 'memberId'],
  [{ role: 'Viewer', key: 'mine' }, 'key'],
])('rejects %j', async (values, field) => {
  const { status, body } = await create(values);
  expect([status, body.details?.[0].field]).toEqual([400, field]);
  expect(body.error.startsWith(`${field}: `)).toBe(true);
});

test('converts an expiry with an offset to UTC', async () => {
  const { body } = await create({ role: 'Viewer', expiresAt: '2099-12-31T23:00:00.123456-23:00' });
  expect(body.expiresAt).toBe('2100-01-01T22:00:00.123Z');
});

test("grants no scope that the creating key or the member's role lacks", async () => {
  const narrow = (await create({ scopes: ['keys:write', 'agents:read'] })).body.key;
  for (const values of [{ role: 'Viewer' }, { scopes: ['agents:read', 'agents:write'] }]) {
    const { status, body } = await create(values, narrow);
    expect([status, body.code]).toEqual([403, 'scope.escalation']);
  }
  expect((await create({ scopes: ['agents:read'] }, narrow)).status).toBe(201);
  const member = await world.request('POST', '/api/members', { body: { name: 'Vera', role: 'Viewer' } });
  const { memberId } = member.body;
  const beyond = await create({ scopes: ['agents:write'], memberId });
  expect([beyond.status, beyond.body.code]).toEqual([403, 'scope.escalation']);
  const within = await create({ role: 'Viewer', memberId });
  expect([within.status, within.body.memberId]).toEqual([201, memberId]);
});

test('rejects a key for a member of another organization as unknown', async () => {
  const other = await world.foundOrganization('Other');
  const { status, body } = await create({ role: 'Viewer', memberId: other.memberId });
  expect([status, body.details[0].field]).toEqual([400, 'memberId']);
});

test('revokes a key once and keeps it in the list', async () => {
  const { body } = await create({ role: 'Viewer', name: 'To be revoked' });
  const one = `${path}/${body.apiKeyId}`;
  const revoked = await world.request('DELETE', one);
  expect(revoked.status).toBe(204);
  expect((await world.request('GET', '/api/organization', { key: body.key })).status).toBe(401);
  const { revokedAt } = (await world.request('GET', one)).body;
  expect(revokedAt).toEqual(expect.any(String));
  const audit = await newestAudit();
  expect(audit).toMatchObject({
    actionVerb: 'deleted',
    resourceType: 'api_keys',
    resourceReferenceId: body.apiKeyId,
    resourceLabel: 'To be revoked',
    requestId: revoked.headers['x-request-id'],
  });
  expect((await world.request('DELETE', one)).status).toBe(204);
  expect((await world.request('GET', one)).body.revokedAt).toBe(revokedAt);
  expect(await newestAudit()).toEqual(audit);
});

test('revokes no key with more scopes, except itself', async () => {
  const narrow = (await create({ scopes: ['keys:write', 'agents:read'] })).body;
  const wider = (await create({ scopes: ['agents:read', 'agents:write', 'calls:read'] })).body;
  const refused = await world.request('DELETE', `${path}/${wider.apiKeyId}`, { key: narrow.key });
  expect([refused.status, refused.body.code]).toEqual([403, 'scope.escalation']);
  expect(refused.body.error).toBe(
    'The API key can revoke only keys whose scopes it holds. It lacks agents:write, calls:read.',
  );
  expect((await world.request('GET', '/api/agents', { key: wider.key })).status).toBe(200);
  const owners = await world.request('DELETE', `${path}/${world.owner.apiKeyId}`, { key: narrow.key });
  expect(owners.body.code).toBe('scope.escalation');
  const own = (await create({ scopes: ['agents:read'] }, narrow.key)).body;
  for (const { apiKeyId } of [own, narrow])
    expect((await world.request('DELETE', `${path}/${apiKeyId}`, { key: narrow.key })).status).toBe(204);
});

test('propagates a revocation to other processes', async () => {
  const client = new pg.Client(world.db.connectionString);
  await client.connect();
  await client.query('listen parley_access');
  let notified = 0;
  client.on('notification', () => notified++);
  const { body } = await create({ role: 'Viewer' });
  await world.request('DELETE', `${path}/${body.apiKeyId}`);
  await vi.waitUntil(() => notified > 0, { timeout: 10_000, interval: 5 });
  await client.end();
});

test('lists keys newest first, in pages', async () => {
  const names = ['first', 'second', 'third'];
  for (const name of names) await create({ role: 'Viewer', name });
  const page = await world.request('GET', `${path}?pageSize=2`);
  expect(page.body.apiKeys.map(({ name }: { name: string }) => name)).toEqual(['third', 'second']);
  const next = path + new URL(page.body.metadata.nextPage).search;
  expect((await world.request('GET', next)).body.apiKeys[0].name).toBe('first');
});

test('hides keys from other organizations and refuses a viewer', async () => {
  const other = await world.foundOrganization('Other');
  const { body } = await create({ role: 'Viewer' });
  const one = `${path}/${body.apiKeyId}`;
  for (const method of ['GET', 'DELETE']) {
    const answer = await world.request(method, one, { key: other.key });
    expect([answer.status, answer.body.code]).toEqual([404, 'api_key.not_found']);
    expect((await world.request(method, one, { key: body.key })).status).toBe(403);
  }
  expect((await world.request('GET', one)).body.revokedAt).toBeNull();
  expect((await world.request('GET', path, { key: other.key })).body.apiKeys).toHaveLength(1);
  expect((await create({ role: 'Viewer' }, body.key)).status).toBe(403);
});
