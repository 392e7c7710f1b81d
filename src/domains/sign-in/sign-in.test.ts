import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Answer, type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { Browser, goodPassword } from '../../../test/world/browser.ts';
import { keepAuditLogStill } from '../../../test/world/still-audit-log.ts';
import { scopesOfRole } from '../../platform/access/index.ts';
import { statement } from '../../platform/db/index.ts';
import { firstOwnerToken, ownerLink } from './index.ts';

let world: ApiWorld;
let owner: Browser;
beforeAll(async () => {
  world = await createApiWorld();
  await keepAuditLogStill(world);
  owner = await Browser.of(world, world.owner.memberId);
});
afterAll(() => world.close());

let people = 0;
/** Returns a member with the role and a signed-in browser. */
async function member(role = 'Support') {
  const email = `sam${++people}@example.com`;
  const { status, body } = await world.request('POST', '/api/members', {
    body: { name: 'Sam', email, role },
  });
  expect(status).toBe(201);
  const { memberId } = body;
  return { memberId, email, browser: await Browser.of(world, memberId) };
}

const code = ({ status, body }: Answer) => `${status} ${body?.code ?? ''}`.trim();

/** Each attempt has an address of its own. */
async function attempt(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await world.http.app.inject({
    method: 'POST',
    url: path,
    remoteAddress: `198.51.100.${++people % 250}`,
    headers: { origin: 'http://localhost:80', 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    body: response.body === '' ? undefined : JSON.parse(response.body),
  };
}

async function newestAudits(count: number): Promise<string[]> {
  const { body } = await world.request(
    'GET',
    `/api/export/audit-logs?createdAtLt=9999-01-01T00:00:00Z&pageSize=${count}`,
  );
  return body.auditLogs.map(
    (entry: Record<string, string>) =>
      `${entry.memberId} ${entry.actionVerb} ${entry.resourceType} ${entry.resourceReferenceId}`,
  );
}

test('shows whom a link lets in, accepts it once, and then the password', async () => {
  const made = await world.request('POST', '/api/members', { body: { name: 'Ann Arbor', role: 'Viewer' } });
  const { memberId } = made.body;
  const invited = await world.request('POST', `/api/members/${memberId}/invitation`);
  expect(invited.status, invited.text).toBe(201);
  const { url, expiresAt } = invited.body;
  expect(url).toMatch(/^http:\/\/localhost(:80)?\/join#[\w-]{43}$/);
  expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
  const token = new URL(url).hash.slice(1);
  const browser = new Browser(world);
  for (let i = 0; i < 2; i++) {
    const info = await browser.request('POST', '/console/join/info', { body: { token } });
    expect(info.body).toEqual({
      ...{ memberName: 'Ann Arbor', email: null, expiresAt },
      organizationName: 'Test organization',
    });
  }
  const join = (rest: object) => browser.request('POST', '/console/join', { body: { token, ...rest } });
  expect((await join({ password: goodPassword })).body.error).toContain('email: ');
  const email = 'Ann@example.com';
  expect((await join({ password: 'too short', email })).body.error).toContain('password: ');
  expect((await join({ password: 'Ann-Arbor-12', email })).body.error).toContain('password: ');
  const joined = await join({ password: goodPassword, email });
  expect(joined.status, joined.text).toBe(200);
  expect(joined.body).toMatchObject({
    member: { memberId, name: 'Ann Arbor', email, role: 'Viewer' },
    organization: { organizationId: world.owner.organizationId, name: 'Test organization' },
    scopes: scopesOfRole.Viewer,
  });
  expect(joined.headers['set-cookie']).toMatch(
    /^parley_session=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  expect(await newestAudits(4)).toEqual([
    `${memberId} created sessions ${joined.body.sessionId}`,
    `${memberId} updated passwords ${memberId}`,
    `${memberId} updated members ${memberId}`,
    `${world.owner.memberId} created invitations ${memberId}`,
  ]);
  expect(code(await join({ password: goodPassword }))).toBe('404 link.not_found');
  expect(code(await browser.request('POST', '/console/join/info', { body: { token } }))).toBe(
    '404 link.not_found',
  );

  const session = await browser.request('GET', '/console/session');
  expect(session.body).toEqual(joined.body);
  expect((await browser.request('DELETE', '/console/session')).status).toBe(204);
  expect(browser.cookie).toBeNull();
  expect((await browser.signIn('ANN@example.com')).body.member).toMatchObject({ memberId });
});

test('lets only one of two simultaneous users of a link in', async () => {
  const { memberId } = await member();
  const { body } = await world.request('POST', `/api/members/${memberId}/invitation`);
  const token = new URL(body.url).hash.slice(1);
  const both = await Promise.all(
    ['one kettle in a boat', 'two kettles in a boat'].map((password) =>
      attempt('/console/join', { token, password }),
    ),
  );
  expect(both.map(code).toSorted()).toEqual(['200', '404 link.not_found']);
});

test('refuses a link that was replaced, has expired, or whose member is gone', async () => {
  const { memberId } = await member();
  const links: string[] = [];
  for (let i = 0; i < 2; i++) {
    const { body } = await world.request('POST', `/api/members/${memberId}/invitation`);
    links.push(new URL(body.url).hash.slice(1));
  }
  const [replaced, newest] = links;
  expect(code(await attempt('/console/join/info', { token: replaced }))).toBe('404 link.not_found');
  expect(code(await attempt('/console/join/info', { token: newest }))).toBe('200');
  await world.db.query(
    statement('test.old_link', `update member_links set expires_at = now() where member_id = $1`),
    [memberId],
  );
  expect(code(await attempt('/console/join', { token: newest, password: goodPassword }))).toBe(
    '404 link.not_found',
  );
  const { body } = await world.request('POST', `/api/members/${memberId}/invitation`);
  await world.request('DELETE', `/api/members/${memberId}`);
  const token = new URL(body.url).hash.slice(1);
  expect(code(await attempt('/console/join', { token, password: goodPassword }))).toBe('404 link.not_found');
});

test('hides the link in a replayed invitation, and from other organizations', async () => {
  const { memberId } = await member();
  const path = `/api/members/${memberId}/invitation`;
  const headers = { 'idempotency-key': 'invitation-1' };
  expect((await world.request('POST', path, { headers })).body.url).not.toBeNull();
  expect((await world.request('POST', path, { headers })).body.url).toBeNull();
  const other = await world.foundOrganization('Other');
  expect(code(await world.request('POST', path, { key: other.key }))).toBe('404 member.not_found');
  const key = await world.request('POST', '/api/api-keys', {
    body: { name: 'few', scopes: ['members:write'] },
  });
  expect(code(await world.request('POST', path, { key: key.body.key }))).toBe('403 scope.escalation');
});

test("lets the first Admin in with the operator's link, which replaces the previous one", async () => {
  const other = await world.foundOrganization('Lost');
  const first = await ownerLink(world.db, other.organizationId);
  const { token } = (await ownerLink(world.db, other.organizationId))!;
  expect(code(await attempt('/console/join/info', { token: first!.token }))).toBe('404 link.not_found');
  const joined = await attempt('/console/join', { token, password: goodPassword });
  expect(joined.body.member.memberId).toBe(other.memberId);
  expect(await ownerLink(world.db, 'org_gone')).toBeNull();
});

test('prints an owner link at start while no member can sign in, unless there are several organizations', async () => {
  expect(await firstOwnerToken(world.db)).toBeNull();
  const fresh = await createApiWorld();
  try {
    const token = await firstOwnerToken(fresh.db);
    const headers = { origin: 'http://localhost:80' };
    const info = await fresh.request('POST', '/console/join/info', { body: { token }, key: null, headers });
    expect(info.body.memberName).toBe('Olive Owner');
    await fresh.foundOrganization('Second');
    expect(await firstOwnerToken(fresh.db)).toBeNull();
  } finally {
    await fresh.close();
  }
});

test('responds alike to a wrong password and an unknown address', async () => {
  const { email } = await member();
  const wrong = await attempt('/console/session', { email, password: `${goodPassword}!` });
  const unknown = await attempt('/console/session', { email: 'nobody@example.com', password: goodPassword });
  expect([code(wrong), wrong.body.error]).toEqual(['401 sign_in.refused', unknown.body.error]);
  expect(code(unknown)).toBe('401 sign_in.refused');
  expect([wrong, unknown].map(({ headers }) => headers['set-cookie'])).toEqual([undefined, undefined]);
});

test('limits guesses at one address without affecting others', async () => {
  const { email } = await member();
  const codes: string[] = [];
  for (let i = 0; i < 11; i++)
    codes.push(code(await attempt('/console/session', { email, password: 'wrong' })));
  expect(codes.slice(0, 10)).toEqual(Array(10).fill('401 sign_in.refused'));
  expect(codes[10]).toBe('429 rate_limited');
  const right = await attempt('/console/session', { email, password: goodPassword });
  expect([code(right), Number(right.headers['retry-after']) > 0]).toEqual(['429 rate_limited', true]);
  const another = await member();
  expect((await attempt('/console/session', { email: another.email, password: goodPassword })).status).toBe(
    200,
  );
});

test('asks which organization is meant when several share an address', async () => {
  const other = await world.foundOrganization('Second home');
  await Browser.of(world, other.memberId, { key: other.key });
  const body = { email: 'olive@example.com', password: goodPassword };
  const asked = await attempt('/console/session', body);
  expect(code(asked)).toBe('409 sign_in.ambiguous');
  expect(asked.body.details.map(({ message }: { message: string }) => message)).toContain(
    `${other.organizationId} is Second home`,
  );
  const { organizationId } = other;
  const signedIn = await attempt('/console/session', { ...body, organizationId });
  expect(signedIn.body.organization).toMatchObject({ organizationId, name: 'Second home' });
});

test("creates a new session at each sign-in and ends the browser's earlier one", async () => {
  const { email, browser } = await member();
  const before = browser.cookie!;
  expect((await browser.signIn(email)).status).toBe(200);
  expect(browser.cookie).not.toBe(before);
  expect(
    code(await new Browser(world).request('GET', '/console/session', { headers: { cookie: before } })),
  ).toBe('401 credential.ended');
  // A cookie planted by an attacker is never adopted.
  const fixed = `parley_session=${'A'.repeat(43)}`;
  const victim = new Browser(world);
  victim.cookie = fixed;
  expect((await victim.signIn(email)).status).toBe(200);
  expect(victim.cookie).not.toBe(fixed);
  expect(
    code(await new Browser(world).request('GET', '/console/session', { headers: { cookie: fixed } })),
  ).toBe('401 credential.ended');
});

test('refuses single sign-on when no provider is configured', async () => {
  const browser = new Browser(world);
  expect((await browser.request('GET', '/console/oidc')).body).toEqual({ name: null });
  expect(code(await attempt('/console/oidc', {}))).toBe('404 oidc.not_configured');
  expect(code(await attempt('/console/oidc/session', { query: 'state=x' }))).toBe('404 oidc.not_configured');
});

test("lists and ends only the member's own sessions", async () => {
  const { email, browser } = await member();
  const second = new Browser(world);
  await second.request('POST', '/console/session', {
    body: { email, password: goodPassword },
    headers: { 'user-agent': 'Another browser' },
  });
  const { body } = await browser.request('GET', '/console/sessions');
  expect(body.sessions).toMatchObject([
    { isCurrent: false, userAgent: 'Another browser', address: '127.0.0.1' },
    { isCurrent: true },
  ]);
  const path = `/console/sessions/${body.sessions[0].sessionId}`;
  const stranger = await member('Admin');
  expect(code(await stranger.browser.request('DELETE', path))).toBe('404 session.not_found');
  expect((await browser.request('DELETE', path)).status).toBe(204);
  expect(code(await second.request('GET', '/console/session'))).toBe('401 credential.ended');
  expect((await browser.request('GET', '/console/session')).status).toBe(200);
});

test('ends other sessions and the old password on a password change', async () => {
  const { email, browser } = await member();
  const second = new Browser(world);
  await second.signIn(email);
  const change = (currentPassword: string, newPassword: string) =>
    browser.request('PUT', '/console/password', { body: { currentPassword, newPassword } });
  expect(code(await change('wrong', 'five kettles in a boat'))).toBe('403 password.wrong');
  expect((await change(goodPassword, 'password1234')).body.error).toContain('newPassword: ');
  expect((await change(goodPassword, 'five kettles in a boat')).status).toBe(204);
  expect(code(await second.request('GET', '/console/session'))).toBe('401 credential.ended');
  expect((await browser.request('GET', '/console/session')).status).toBe(200);
  expect(code(await attempt('/console/session', { email, password: goodPassword }))).toBe(
    '401 sign_in.refused',
  );
  expect((await attempt('/console/session', { email, password: 'five kettles in a boat' })).status).toBe(200);
});

test('rejects an API key as a session, and stores passwords only as hashes', async () => {
  expect(code(await world.request('GET', '/console/session'))).toBe('401 credential.missing');
  const rows = await world.db.query<{ text: string }>(
    statement(
      'test.secrets',
      `select row_to_json(p)::text as text from member_passwords p union all select row_to_json(s)::text from sessions s`,
    ),
  );
  const stored = rows.map(({ text }) => text).join();
  expect(stored).not.toContain(goodPassword);
  expect(stored).not.toContain(owner.cookie!.split('=')[1]);
});

test('ends a session after fourteen days, or twelve hours without use', async () => {
  const { browser } = await member();
  const { body } = await browser.request('GET', '/console/session');
  const set = statement(
    'test.age',
    `update sessions set last_seen_at = now() - $2::interval, expires_at = expires_at - $3::interval, changed_at = clock_timestamp()
     where session_id = $1`,
  );
  const status = async () => (await browser.request('GET', '/console/session')).status;
  const aged = async (idle: string, lived: string) => {
    await world.db.query(set, [body.sessionId, idle, lived]);
    world.access.changed();
    return status();
  };
  expect(await aged('11 hours', '0')).toBe(200);
  // The use was stored.
  await vi.waitUntil(async () => {
    const { sessions } = (await browser.request('GET', '/console/sessions')).body;
    return Date.now() - Date.parse(sessions[0].lastSeenAt) < 600_000;
  });
  expect(await aged('12 hours 1 minute', '0')).toBe(401);
  expect(await aged('0', '13 days 23 hours')).toBe(200);
  expect(await aged('0', '1 hour')).toBe(401);
});
