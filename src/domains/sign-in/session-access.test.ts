import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Answer, type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { Browser } from '../../../test/world/browser.ts';
import { AccessState, hashOfSecretToken } from '../../platform/access/index.ts';
import { Database, Listener, Notifier, statement } from '../../platform/db/index.ts';
import { silentLog } from '../../platform/kernel/index.ts';

let world: ApiWorld;
let owner: Browser;
beforeAll(async () => {
  world = await createApiWorld();
  owner = await Browser.of(world, world.owner.memberId);
});
afterAll(() => world.close());

let people = 0;
async function member(role: string) {
  const body = { name: 'Sam', email: `sam${++people}@example.com`, role };
  const { memberId } = (await world.request('POST', '/api/members', { body })).body;
  return { memberId, browser: await Browser.of(world, memberId) };
}

const code = ({ status, body }: Answer) => `${status} ${body?.code ?? ''}`.trim();
const agent = { name: 'Desk', prompt: 'Help.' };

test("acts with the member's role and in the member's name", async () => {
  const made = await owner.request('POST', '/api/agents', { body: agent });
  expect(made.status, made.text).toBe(201);
  const audits = await owner.request(
    'GET',
    '/api/export/audit-logs?createdAtLt=9999-01-01T00:00:00Z&pageSize=5',
  );
  expect(audits.body.auditLogs).toContainEqual(
    expect.objectContaining({ resourceReferenceId: made.body.agentId, memberId: world.owner.memberId }),
  );
  const viewer = await member('Viewer');
  expect((await viewer.browser.request('GET', '/api/agents')).status).toBe(200);
  expect(code(await viewer.browser.request('POST', '/api/agents', { body: agent }))).toBe(
    '403 scope.missing',
  );
  expect(code(await viewer.browser.request('GET', '/api/members'))).toBe('403 scope.missing');
});

test('reaches only its own organization', async () => {
  const other = await world.foundOrganization('Other');
  const stranger = await Browser.of(world, other.memberId, { key: other.key });
  const { agentId } = (await owner.request('POST', '/api/agents', { body: agent })).body;
  expect(code(await stranger.request('GET', `/api/agents/${agentId}`))).toBe('404 agent.not_found');
  expect((await stranger.request('GET', '/api/agents')).body.agents).toEqual([]);
  // The token of one session is not valid for another.
  stranger.csrfToken = owner.csrfToken;
  expect(code(await stranger.request('POST', '/api/agents', { body: agent }))).toBe('403 csrf.token');
});

test("shares idempotency keys among the organization's sessions and API keys", async () => {
  const { memberId, browser } = await member('Admin');
  const other = await member('Admin');
  const headers = { 'idempotency-key': 'desk-1' };
  const send = (from: Browser) => from.request('POST', '/api/agents', { body: agent, headers });
  const first = await send(browser);
  expect(first.status, first.text).toBe(201);
  const withKey = async (scope: string) => {
    const made = { body: { name: 'Second', scopes: [scope] } };
    const { key } = (await world.request('POST', '/api/api-keys', made)).body;
    return world.request('POST', '/api/agents', { body: agent, headers, key });
  };
  for (const again of [
    await send(await Browser.of(world, memberId)),
    await send(other.browser),
    await withKey('agents:write'),
  ])
    expect([again.body.agentId, again.headers['idempotent-replayed']]).toEqual([first.body.agentId, 'true']);
  const viewer = await member('Viewer');
  for (const refused of [await send(viewer.browser), await withKey('agents:read')])
    expect([refused.status, refused.text.includes(first.body.agentId)]).toEqual([403, false]);
  const changed = await other.browser.request('POST', '/api/agents', {
    body: { ...agent, name: 'X' },
    headers,
  });
  expect(code(changed)).toBe('409 idempotency_key.reused');
  const elsewhere = await world.foundOrganization('Elsewhere');
  const theirs = await world.request('POST', '/api/agents', { body: agent, headers, key: elsewhere.key });
  expect([theirs.status, theirs.body.agentId === first.body.agentId]).toEqual([201, false]);
});

const post = (headers: Record<string, string>) =>
  owner.request('POST', '/api/agents', { body: agent, headers });
const evil = 'https://evil.example';

test.each([
  ['no token', { 'x-csrf-token': '' }, '403 csrf.token'],
  ['a token that is none', { 'x-csrf-token': 'x'.repeat(43) }, '403 csrf.token'],
  ['another origin', { origin: evil }, '403 origin.not_allowed'],
  ['an origin that is none', { origin: 'null' }, '403 origin.not_allowed'],
  ['another port', { origin: 'http://localhost:81' }, '403 origin.not_allowed'],
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }, '403 origin.not_allowed'],
  ['a page of a neighbour', { 'sec-fetch-site': 'same-site' }, '403 origin.not_allowed'],
  ['the address line', { 'sec-fetch-site': 'none' }, '403 origin.not_allowed'],
])('refuses a change with %s', async (_what, headers, expected) => {
  const before = (await owner.request('GET', '/api/agents')).body.agents.length;
  expect(code(await post(headers))).toBe(expected);
  expect((await owner.request('GET', '/api/agents')).body.agents).toHaveLength(before);
});

test('refuses a change without an origin, and accepts one from our origin', async () => {
  const { cookie, csrfToken } = owner;
  const send = (headers: Record<string, string>) =>
    world.request('POST', '/api/agents', {
      body: agent,
      key: null,
      headers: { host: 'parley.local:8080', cookie: cookie!, 'x-csrf-token': csrfToken, ...headers },
    });
  expect(code(await send({}))).toBe('403 origin.not_allowed');
  expect((await send({ origin: 'http://parley.local:8080' })).status).toBe(201);
});

test("refuses reads and sign-ins from another site's page", async () => {
  for (const site of ['cross-site', 'same-site']) {
    const headers = { 'sec-fetch-site': site };
    expect(code(await owner.request('GET', '/api/agents', { headers }))).toBe('403 origin.not_allowed');
    const body = { email: 'olive@example.com', password: 'four kettles in a boat' };
    const signIn = await new Browser(world).request('POST', '/console/session', { body, headers });
    expect(code(signIn)).toBe('403 origin.not_allowed');
  }
  expect((await owner.request('GET', '/api/agents', { headers: { 'sec-fetch-site': 'none' } })).status).toBe(
    200,
  );
});

test('accepts no missing, altered or duplicate cookie', async () => {
  const { cookie } = owner;
  const read = (value: string) => owner.request('GET', '/api/agents', { headers: { cookie: value } });
  expect(code(await read('other=1'))).toBe('401 credential.missing');
  expect(code(await read(`${cookie}A`))).toBe('401 credential.ended');
  expect(code(await read(`parley_session=${'A'.repeat(43)}`))).toBe('401 credential.ended');
  expect(code(await read(`${cookie}; parley_session=${'A'.repeat(43)}`))).toBe('401 credential.ended');
  expect((await read(`a=b; ${cookie}; c=d`)).status).toBe(200);
});

test('ignores the cookie beside an API key', async () => {
  const { key } = (
    await world.request('POST', '/api/api-keys', { body: { name: 'few', scopes: ['agents:read'] } })
  ).body;
  const headers = { authorization: `Bearer ${key}`, 'x-csrf-token': '' };
  expect(code(await owner.request('POST', '/api/agents', { body: agent, headers }))).toBe(
    '403 scope.missing',
  );
});

test('applies a changed role or a removed member from the next request on', async () => {
  const { memberId, browser } = await member('Agent Manager');
  const create = async () => code(await browser.request('POST', '/api/agents', { body: agent }));
  expect(await create()).toBe('201');
  await owner.request('PATCH', `/api/members/${memberId}`, { body: { role: 'Viewer' } });
  expect(await create()).toBe('403 scope.missing');
  expect((await browser.request('GET', '/console/session')).body.member.role).toBe('Viewer');
  await owner.request('DELETE', `/api/members/${memberId}`);
  expect(await create()).toBe('401 credential.ended');
});

test('propagates ended sessions and changed roles to other processes', async () => {
  const connection = {
    connectionString: world.db.connectionString,
    applicationName: 'another',
    log: silentLog,
  };
  const db = new Database({ ...connection, connectionsMax: 2 });
  const listener = new Listener(connection);
  const state = new AccessState(db, new Notifier(db, silentLog), silentLog);
  await state.start(listener);
  const { memberId, browser } = await member('Agent Manager');
  const hash = hashOfSecretToken(browser.cookie!.split('=')[1]!);
  const role = async () => (await state.session(hash, Date.now()))?.role ?? null;
  expect(await role()).toBe('Agent Manager');
  await world.request('PATCH', `/api/members/${memberId}`, { body: { role: 'Viewer' } });
  await vi.waitUntil(async () => (await role()) === 'Viewer', { timeout: 10_000, interval: 5 });
  await browser.request('DELETE', '/console/session');
  await vi.waitUntil(async () => (await role()) === null, { timeout: 10_000, interval: 5 });
  await state.close();
  await listener.close();
  await db.close();
});

test('needs no statement for a cached session', async () => {
  await owner.request('GET', '/api/agents');
  const hash = hashOfSecretToken(owner.cookie!.split('=')[1]!);
  await vi.waitUntil(async () => {
    const query = vi.spyOn(world.db, 'query');
    await world.access.session(hash, Date.now());
    const asked = query.mock.calls.some(([{ name }]) => name.startsWith('access.session'));
    query.mockRestore();
    return !asked;
  });
});

test('sets a Secure, host-only cookie over https', async () => {
  const secure = await createApiWorld({ publicUrl: 'https://parley.example' });
  try {
    const browser = new Browser(secure);
    const path = `/api/members/${secure.owner.memberId}/invitation`;
    const { url } = (await secure.request('POST', path)).body;
    expect(url).toMatch(/^https:\/\/parley\.example\/join#/);
    const body = { token: new URL(url).hash.slice(1), password: 'four kettles in a boat' };
    const headers = { origin: 'https://parley.example' };
    const joined = await browser.request('POST', '/console/join', { body, headers });
    expect(joined.headers['set-cookie']).toMatch(
      /^__Host-parley_session=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    const made = await browser.request('POST', '/api/agents', { body: agent, headers });
    expect(made.status, made.text).toBe(201);
    const plain = browser.cookie!.replace('__Host-', '');
    expect(code(await browser.request('GET', '/api/agents', { headers: { cookie: plain } }))).toBe(
      '401 credential.missing',
    );
  } finally {
    await secure.close();
  }
});

test('allows a member twenty sessions', async () => {
  const { memberId, browser } = await member('Viewer');
  const copy = statement(
    'test.more_sessions',
    `insert into sessions (organization_id, session_id, member_id, token_hash, expires_at, last_seen_at)
     select organization_id, 'session_' || n, member_id, sha256(('t' || n)::bytea), expires_at, now() - interval '1 hour'
     from sessions, generate_series(1, 25) n where member_id = $1`,
  );
  await world.db.query(copy, [memberId]);
  expect((await browser.signIn(`sam${people}@example.com`)).status).toBe(200);
  expect((await browser.request('GET', '/console/sessions')).body.sessions).toHaveLength(20);
});
