import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Answer, type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { keepAuditLogStill } from '../../../test/world/still-audit-log.ts';
import { scopes, scopesOfRole } from '../../platform/access/index.ts';
import { createMember as createMemberAs, deleteMember, updateMember } from './write.ts';

const path = '/api/members';

let world: ApiWorld;
beforeEach(async () => {
  world = await createApiWorld();
  await keepAuditLogStill(world);
});
afterEach(() => world.close());

const sam = { name: 'Sam Support', email: 'Sam@Example.com', role: 'Support' };

async function createMember(values: Record<string, unknown> = sam) {
  const { status, body } = await world.request('POST', path, { body: values });
  expect(status).toBe(201);
  return body;
}

async function createKey(values: Record<string, unknown>): Promise<{ apiKeyId: string; key: string }> {
  const { status, body } = await world.request('POST', '/api/api-keys', {
    body: { name: 'A key', ...values },
  });
  expect(status).toBe(201);
  return body;
}

type AuditField = 'actionVerb' | 'resourceType' | 'resourceReferenceId' | 'resourceLabel';

async function newestAudits(count: number) {
  const query = `createdAtLt=9999-01-01T00:00:00Z&pageSize=${count}`;
  const { body } = await world.request('GET', `/api/export/audit-logs?${query}`);
  return body.auditLogs.map((entry: Record<AuditField, string>) =>
    [entry.actionVerb, entry.resourceType, entry.resourceReferenceId, entry.resourceLabel].join(' '),
  );
}

const statusWith = async (key: string) => (await world.request('GET', '/api/agents', { key })).status;

test('creates, reads, changes and removes a member with audit entries', async () => {
  const member = await createMember();
  expect(member).toEqual({
    memberId: expect.stringMatching(/^member_/),
    ...sam,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  const one = `${path}/${member.memberId}`;
  expect((await world.request('GET', one)).body).toEqual(member);
  const changed = await world.request('PATCH', one, { body: { name: 'Samuel', email: null } });
  expect(changed.body).toEqual({ ...member, name: 'Samuel', email: null, updatedAt: changed.body.updatedAt });
  expect((await world.request('GET', one)).body).toEqual(changed.body);
  expect((await world.request('DELETE', one)).status).toBe(204);
  expect((await world.request('GET', one)).status).toBe(404);
  expect((await world.request('DELETE', one)).status).toBe(404);
  expect(await newestAudits(3)).toEqual([
    `deleted members ${member.memberId} Samuel`,
    `updated members ${member.memberId} Samuel`,
    `created members ${member.memberId} Sam Support`,
  ]);
});

test('lists members newest first, in pages', async () => {
  for (let i = 1; i <= 4; i++) await createMember({ name: `Member ${i}`, role: 'Viewer' });
  const names: string[] = [];
  for (let next: string | null = `${path}?pageSize=2`; next !== null; ) {
    const { status, body }: Answer = await world.request('GET', next);
    expect(status).toBe(200);
    names.push(...body.members.map(({ name }: { name: string }) => name));
    next = body.metadata.nextPage && path + new URL(body.metadata.nextPage).search;
  }
  expect(names).toEqual(['Member 4', 'Member 3', 'Member 2', 'Member 1', 'Olive Owner']);
});

test('creates one member under an idempotency key', async () => {
  const headers = { 'idempotency-key': 'once' };
  const first = await world.request('POST', path, { body: sam, headers });
  const second = await world.request('POST', path, { body: sam, headers });
  expect([second.status, second.text, second.headers['idempotent-replayed']]).toEqual([
    201,
    first.text,
    'true',
  ]);
  expect((await world.request('GET', path)).body.members).toHaveLength(2);
});

// One world for all cases, because none changes anything.
test('rejects invalid members', async () => {
  for (const [values, field] of [
    [{ ...sam, name: '' }, 'name'],
    [{ ...sam, name: null }, 'name'],
    [{ email: sam.email, role: 'Viewer' }, 'name'],
    [{ ...sam, email: 'not an address' }, 'email'],
    [{ ...sam, email: 'OLIVE@example.com' }, 'email'],
    [{ ...sam, role: 'Owner' }, 'role'],
    [{ name: 'Sam' }, 'role'],
    [{ ...sam, memberId: 'member_1' }, 'memberId'],
  ] as const) {
    const { status, body } = await world.request('POST', path, { body: values });
    expect([status, body.details?.[0].field], JSON.stringify(values)).toEqual([400, field]);
  }
});

test('keeps e-mail addresses unique per organization, ignoring case', async () => {
  const member = await createMember();
  const again = await world.request('POST', path, { body: { ...sam, email: 'sam@example.COM' } });
  expect([again.status, again.body.details[0].field]).toEqual([400, 'email']);
  const one = `${path}/${member.memberId}`;
  const taken = await world.request('PATCH', one, { body: { email: 'olive@Example.com' } });
  expect([taken.status, taken.body.details[0].field]).toEqual([400, 'email']);
  expect((await world.request('PATCH', one, { body: { email: 'sam@example.com' } })).status).toBe(200);
  const other = await world.foundOrganization('Other');
  expect((await world.request('POST', path, { key: other.key, body: sam })).status).toBe(201);
  // Several members may have no address.
  await createMember({ name: 'A', role: 'Viewer' });
  await createMember({ name: 'B', role: 'Viewer' });
});

test('does not let a key remove or demote a member with more scopes', async () => {
  const { key } = await createKey({ scopes: ['members:write', ...scopesOfRole.Viewer] });
  const above = await createMember();
  const one = `${path}/${above.memberId}`;
  const theirs = await createKey({ role: 'Support', memberId: above.memberId });
  const lacking = 'It lacks calls:write, calls:control, calls:listen, chats:write, personalization:write.';
  const removed = await world.request('DELETE', one, { key });
  expect([removed.status, removed.body.code]).toEqual([403, 'scope.escalation']);
  expect(removed.body.error).toBe(`The API key can remove only members whose scopes it holds. ${lacking}`);
  const demoted = await world.request('PATCH', one, { key, body: { role: 'Viewer' } });
  expect([demoted.status, demoted.body.code]).toEqual([403, 'scope.escalation']);
  expect(demoted.body.error).toBe(
    `The API key can change the role only of members whose scopes it holds. ${lacking}`,
  );
  expect((await world.request('GET', one)).body.role).toBe('Support');
  expect(await statusWith(theirs.key)).toBe(200);
  const viewer = await createMember({ name: 'Vera', role: 'Viewer' });
  expect((await world.request('DELETE', `${path}/${viewer.memberId}`, { key })).status).toBe(204);
});

test('neither removes nor demotes the last Admin', async () => {
  const owner = `${path}/${world.owner.memberId}`;
  const demoted = await world.request('PATCH', owner, { body: { role: 'Viewer' } });
  expect([demoted.status, demoted.body.code]).toEqual([409, 'member.last_admin']);
  const removed = await world.request('DELETE', owner);
  expect([removed.status, removed.body.code]).toEqual([409, 'member.last_admin']);
  expect((await world.request('PATCH', owner, { body: { role: 'Admin', name: 'O' } })).status).toBe(200);
  await createMember({ name: 'Second', role: 'Admin' });
  expect((await world.request('PATCH', owner, { body: { role: 'Viewer' } })).status).toBe(200);
});

test('keeps one Admin when all are removed and demoted at the same time', async () => {
  const { organizationId, memberId: actorId, apiKeyId } = world.owner;
  const actor = { organizationId, memberId: actorId, apiKeyId, scopes: new Set(scopes), requestId: 'req_1' };
  const scope = { db: world.db, access: world.access, actor };
  let admins = [actorId];
  for (let round = 0; round < 8; round++) {
    for (const name of ['A', 'B']) {
      admins.push((await createMemberAs(scope, { name, email: null, role: 'Admin' })).memberId);
    }
    const outcomes = await Promise.allSettled(
      admins.map((memberId, index) =>
        index === 0 ? deleteMember(scope, memberId) : updateMember(scope, memberId, { role: 'Viewer' }),
      ),
    );
    const kept = admins.filter((_, index) => outcomes[index]!.status === 'rejected');
    expect(kept).toHaveLength(1);
    admins = kept;
  }
});

test("grants only roles within the actor's scopes", async () => {
  const member = await createMember({ ...sam, role: 'Viewer' });
  const { key } = await createKey({ scopes: ['members:write', 'members:read', 'agents:read'] });
  const created = await world.request('POST', path, { key, body: { name: 'New', role: 'Viewer' } });
  expect([created.status, created.body.code]).toEqual([403, 'scope.escalation']);
  const one = `${path}/${member.memberId}`;
  const raised = await world.request('PATCH', one, { key, body: { role: 'Admin' } });
  expect([raised.status, raised.body.code]).toEqual([403, 'scope.escalation']);
  expect((await world.request('PATCH', one, { key, body: { role: 'Viewer', name: 'Sam' } })).status).toBe(
    200,
  );
  expect((await world.request('GET', one)).body).toMatchObject({ name: 'Sam', role: 'Viewer' });
});

test('protects the e-mail address of a member with more scopes, since a provider signs in its owner', async () => {
  const { key } = await createKey({ scopes: ['members:write', ...scopesOfRole.Viewer] });
  const admin = await createMember({ ...sam, role: 'Admin' });
  const patch = (memberId: string, body: Record<string, unknown>) =>
    world.request('PATCH', `${path}/${memberId}`, { key, body });
  for (const email of ['mine@example.com', null]) {
    const taken = await patch(admin.memberId, { email });
    expect([taken.status, taken.body.code]).toEqual([403, 'scope.escalation']);
  }
  expect((await patch(admin.memberId, { email: sam.email, name: 'Sammy' })).body.name).toBe('Sammy');
  const viewer = await createMember({ name: 'Vi', email: 'vi@example.com', role: 'Viewer' });
  expect((await patch(viewer.memberId, { email: 'v@example.com' })).status).toBe(200);
});

test("revokes a removed member's keys", async () => {
  const { memberId } = await createMember();
  const key = await createKey({ role: 'Support', memberId });
  expect(await statusWith(key.key)).toBe(200);
  await world.request('DELETE', `${path}/${memberId}`);
  expect(await statusWith(key.key)).toBe(401);
  const kept = await world.request('GET', `/api/api-keys/${key.apiKeyId}`);
  expect(kept.body).toMatchObject({ memberId, revokedAt: expect.any(String) });
  expect(await newestAudits(2)).toEqual([
    `deleted api_keys ${key.apiKeyId} A key`,
    `deleted members ${memberId} Sam Support`,
  ]);
});

test('revokes exactly the keys that exceed a lowered role', async () => {
  const { memberId } = await createMember({ ...sam, role: 'Agent Manager' });
  const full = await createKey({ role: 'Agent Manager', memberId });
  const narrow = await createKey({ scopes: ['agents:read'], memberId });
  await world.request('PATCH', `${path}/${memberId}`, { body: { name: 'Sam' } });
  expect(await statusWith(full.key)).toBe(200);
  await world.request('PATCH', `${path}/${memberId}`, { body: { role: 'Viewer' } });
  expect([await statusWith(full.key), await statusWith(narrow.key)]).toEqual([401, 200]);
  expect(await newestAudits(2)).toEqual([
    `deleted api_keys ${full.apiKeyId} A key`,
    `updated members ${memberId} Sam`,
  ]);
});

test('revokes nothing when the change is refused', async () => {
  const key = await createKey({ role: 'Admin' });
  await world.request('DELETE', `${path}/${world.owner.memberId}`);
  expect(await statusWith(key.key)).toBe(200);
});

test("hides members from other organizations and refuses a viewer's changes", async () => {
  const member = await createMember();
  const one = `${path}/${member.memberId}`;
  const other = await world.foundOrganization('Other');
  for (const [method, body] of [['GET'], ['PATCH', { name: 'X' }], ['DELETE']] as const) {
    const answer = await world.request(method, one, { key: other.key, ...(body ? { body } : {}) });
    expect([answer.status, answer.body.code]).toEqual([404, 'member.not_found']);
  }
  expect((await world.request('GET', one)).body).toEqual(member);
  expect((await world.request('GET', path, { key: other.key })).body.members).toHaveLength(1);
  const { key } = await createKey({ role: 'Viewer' });
  for (const [method, url] of [
    ['GET', path],
    ['GET', one],
    ['DELETE', one],
  ] as const) {
    expect((await world.request(method, url, { key })).status).toBe(403);
  }
});
