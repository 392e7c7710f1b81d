import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Answer, type ApiWorld, createApiWorld } from '../../../../test/world/api-world.ts';
import { type OidcProviderServer, openOidcProvider } from '../../../../test/world/oidc-provider.ts';
import { statement } from '../../../platform/db/index.ts';
import { silentLog } from '../../../platform/kernel/index.ts';
import type { FoundedOrganization } from '../../keys/index.ts';
import { OidcSignIn } from './oidc-sign-in.ts';
import type { OidcOptions } from './options.ts';

let provider: OidcProviderServer;
let world: ApiWorld;
let options: OidcOptions;
let addresses = 0;

beforeAll(async () => {
  provider = await openOidcProvider();
  const { issuer, clientId, clientSecret } = provider;
  const joining = { domains: ['Joining.example'], role: 'Support', organizationId: null } as const;
  const common = { name: 'Acme', verifiedClaim: 'email_verified', egressAllow: [], joining };
  options = { ...common, issuer, clientId, clientSecret };
  world = await createApiWorld({ oidc: new OidcSignIn(options, silentLog) });
});
afterAll(async () => {
  await world.close();
  await provider[Symbol.asyncDispose]();
});
beforeEach(() => {
  provider.manners = {};
  provider.person = { email: 'olive@example.com', email_verified: true, name: 'Olive Owner' };
});

/** A person's browser with an address of its own. */
class Visitor {
  readonly #address = `198.51.100.${++addresses % 250}`;
  readonly cookies = new Map<string, string>();

  async request(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await world.http.app.inject({
      ...{ method, url: path, remoteAddress: this.#address },
      headers: {
        ...{ host: 'parley.local', 'sec-fetch-site': 'same-origin', cookie },
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    const [name, value] = (/^([^=]+)=([^;]*)/.exec(String(response.headers['set-cookie'] ?? '')) ?? []).slice(
      1,
    );
    if (name) this.cookies.set(name, value!);
    const { statusCode: status, headers, body: text } = response;
    return { status, headers, text, body: text === '' ? undefined : JSON.parse(text) };
  }

  /** Visits the provider and returns the query it comes back with. */
  async begin(wanted: object = {}): Promise<string> {
    const { status, body, text } = await this.request('POST', '/console/oidc', wanted);
    expect(status, text).toBe(200);
    return provider.answerTo(body.url);
  }

  finish(query: string): Promise<Answer> {
    return this.request('POST', '/console/oidc/session', { query });
  }

  async signIn(wanted: object = {}): Promise<Answer> {
    return this.finish(await this.begin(wanted));
  }
}

const code = ({ status, body }: Answer) => `${status} ${body?.code ?? ''}`.trim();

async function openSessions(): Promise<number> {
  const count = statement(
    'test.oidc_sessions',
    'select count(*) as count from sessions where ended_at is null',
  );
  return (await world.db.query<{ count: number }>(count))[0]!.count;
}

async function member(email: string, key = world.owner.key): Promise<string> {
  const body = { name: 'Mia', email, role: 'Viewer' };
  const made = await world.request('POST', '/api/members', { body, key });
  expect(made.status, made.text).toBe(201);
  return made.body.memberId;
}

test('signs in the member with the verified e-mail address and returns to the previous page', async () => {
  expect((await new Visitor().request('GET', '/console/oidc')).body).toEqual({ name: 'Acme' });
  const visitor = new Visitor();
  const begun = await visitor.request('POST', '/console/oidc', { returnTo: '/calls?status=ended' });
  const url = new URL(begun.body.url);
  expect(`${url.origin}${url.pathname}`).toBe(`${provider.issuer}/authorize`);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    ...{ client_id: 'parley', response_type: 'code', scope: 'openid email profile' },
    ...{ redirect_uri: 'http://parley.local/sign-in/oidc', code_challenge_method: 'S256' },
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(begun.headers['set-cookie']).toMatch(
    /^parley_oidc=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  provider.person.email = 'OLIVE@example.com';
  const { status, body, headers, text } = await visitor.finish(provider.answerTo(url.href));
  expect(status, text).toBe(200);
  expect(body).toMatchObject({
    returnTo: '/calls?status=ended',
    session: { member: { memberId: world.owner.memberId, role: 'Admin' } },
  });
  expect(headers['set-cookie']).toMatch(
    /^parley_session=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  const session = await visitor.request('GET', '/console/session');
  expect(session.body.sessionId).toBe(body.session.sessionId);
  const { body: log } = await world.request(
    'GET',
    '/api/audit-logs?resourceType=sessions&pageSize=1&createdAtLt=9999-01-01T00:00:00Z',
  );
  expect(log.auditLogs[0]).toMatchObject({
    ...{ actionVerb: 'created', memberId: world.owner.memberId, resourceLabel: 'Olive Owner' },
    resourceReferenceId: body.session.sessionId,
  });
  expect(`${begun.text}${text}`).not.toContain(provider.clientSecret);
});

test("ends the browser's earlier session on another sign-in", async () => {
  const visitor = new Visitor();
  const first = (await visitor.signIn()).body.session.sessionId;
  const second = (await visitor.signIn()).body.session.sessionId;
  const { sessions } = (await visitor.request('GET', '/console/sessions')).body;
  const open = sessions.map(({ sessionId }: { sessionId: string }) => sessionId);
  expect([open.includes(first), open.includes(second)]).toEqual([false, true]);
});

test.each<[string, OidcProviderServer['manners'], OidcProviderServer['person']]>([
  ['a token by an elliptic key', { signedWith: 'ES256' }, {}],
  ['an address that only the UserInfo endpoint tells', { thinTokens: true }, {}],
  ['a provider that writes true as a text', {}, { email_verified: 'true' }],
])('accepts %s', async (_what, manners, person) => {
  provider.manners = manners;
  Object.assign(provider.person, person);
  expect(code(await new Visitor().signIn())).toBe('200');
});

const past = Math.floor(Date.now() / 1000) - 3600;

test.each<[string, OidcProviderServer['manners'], OidcProviderServer['person'], string]>([
  ['the nonce of another sign-in', { claims: { nonce: 'x'.repeat(43) } }, {}, '401 oidc.answer_invalid'],
  ['no nonce', { claims: { nonce: undefined } }, {}, '401 oidc.answer_invalid'],
  ['a token for another client', { claims: { aud: 'another' } }, {}, '401 oidc.answer_invalid'],
  ['a token of another issuer', { claims: { iss: 'https://evil.example' } }, {}, '401 oidc.answer_invalid'],
  ['a token that has expired', { claims: { iat: past, exp: past + 60 } }, {}, '401 oidc.answer_invalid'],
  ['a token without an end', { claims: { exp: undefined } }, {}, '401 oidc.answer_invalid'],
  ['a signature by another key', { signedWith: 'stranger' }, {}, '401 oidc.answer_invalid'],
  ['a token in base64 that is not base64url', { isPlainBase64: true }, {}, '401 oidc.answer_invalid'],
  ['no signature', { signedWith: 'none' }, {}, '401 oidc.answer_invalid'],
  ['a signature with the secret of the client', { signedWith: 'secret' }, {}, '401 oidc.answer_invalid'],
  [
    'a token for several, made for another',
    { claims: { aud: ['parley', 'b'], azp: 'b' } },
    {},
    '401 oidc.answer_invalid',
  ],
  [
    'a token for several that says for whom of them',
    { claims: { aud: ['parley', 'b'] } },
    {},
    '401 oidc.answer_invalid',
  ],
  ['a token for another party', { claims: { azp: 'another' } }, {}, '401 oidc.answer_invalid'],
  ['a token that does not count yet', { claims: { nbf: past + 7200 } }, {}, '401 oidc.answer_invalid'],
  ['a token without whom it is about', { claims: { sub: undefined } }, {}, '401 oidc.answer_invalid'],
  [
    'UserInfo of somebody else',
    { thinTokens: true, claims: { sub: 'person-2' } },
    {},
    '401 oidc.answer_invalid',
  ],
  [
    'a token that calls another address verified than that of UserInfo',
    { thinTokens: true, claims: { email_verified: true } },
    { email_verified: false },
    '403 oidc.email_unverified',
  ],
  ['a refusal', { error: 'access_denied' }, {}, '401 oidc.refused'],
  ['an address that is not verified', {}, { email_verified: false }, '403 oidc.email_unverified'],
  ['an address of which nothing is said', {}, { email_verified: undefined }, '403 oidc.email_unverified'],
  ['a word for false', {}, { email_verified: 'false' }, '403 oidc.email_unverified'],
  ['no address', {}, { email: undefined }, '403 oidc.email_unverified'],
  ['what is no address', {}, { email: 'olive' }, '403 oidc.email_unverified'],
  ['an address with what cannot be seen', {}, { email: 'oli\0ve@example.com' }, '403 oidc.email_unverified'],
  [
    'an address with a letter that is a sign',
    {},
    { email: 'nic\u212a@example.com' },
    '403 oidc.email_unverified',
  ],
  ['an address that no member has', {}, { email: 'nobody@example.com' }, '403 oidc.no_member'],
  ['a domain below one that may join', {}, { email: 'a@sub.joining.example' }, '403 oidc.no_member'],
])('signs nobody in with %s', async (_what, manners, person, expected) => {
  const before = await openSessions();
  provider.manners = manners;
  Object.assign(provider.person, person);
  const visitor = new Visitor();
  expect(code(await visitor.signIn())).toBe(expected);
  expect([await openSessions(), visitor.cookies.has('parley_session')]).toEqual([before, false]);
});

test('accepts a response once, even if the provider accepts its code again', async () => {
  provider.manners = { takesCodesAgain: true };
  const visitor = new Visitor();
  const query = await visitor.begin();
  const both = await Promise.all([visitor.finish(query), visitor.finish(query)]);
  expect(both.map(code).toSorted()).toEqual(['200', '401 oidc.begun_elsewhere']);
  expect(code(await visitor.finish(query))).toBe('401 oidc.begun_elsewhere');
});

test('rejects a response that belongs to another browser', async () => {
  const [victim, thief] = [new Visitor(), new Visitor()];
  const query = await victim.begin();
  expect(code(await new Visitor().finish(query))).toBe('401 oidc.begun_elsewhere');
  const own = new URLSearchParams(await thief.begin());
  expect(code(await thief.finish(query))).toBe('401 oidc.begun_elsewhere');
  // With its own state, the code belongs to another verifier, and its token has another nonce.
  own.set('code', new URLSearchParams(query).get('code')!);
  expect(code(await thief.finish(`${own}`))).toBe('401 oidc.refused');
  provider.manners = { takesCodesAgain: true };
  expect(code(await thief.finish(`${own}`))).toBe('401 oidc.answer_invalid');
  own.set('iss', 'https://evil.example');
  expect(code(await thief.finish(`${own}`))).toBe('401 oidc.answer_invalid');
  own.append('state', 'twice');
  expect(code(await thief.finish(`${own}`))).toBe('401 oidc.answer_invalid');
});

test('adds a person of an allowed domain with the configured role and organization', async () => {
  provider.person = { email: 'Neo@joining.example', email_verified: true, name: 'Neo New' };
  const { body } = await new Visitor().signIn();
  expect(body.session).toMatchObject({
    member: { name: 'Neo New', email: 'Neo@joining.example', role: 'Support' },
    organization: { organizationId: world.owner.organizationId },
  });
  const again = await new Visitor().signIn();
  expect(again.body.session.member.memberId).toBe(body.session.member.memberId);
  const { memberId } = body.session.member;
  const { body: log } = await world.request(
    'GET',
    `/api/audit-logs?memberId=${memberId}&resourceType=members&createdAtLt=9999-01-01T00:00:00Z`,
  );
  expect(log.auditLogs).toMatchObject([{ actionVerb: 'created', resourceReferenceId: memberId }]);
  provider.person = { email: 'eve@joining.example', email_verified: false };
  expect(code(await new Visitor().signIn())).toBe('403 oidc.email_unverified');
});

test('asks a member of several organizations which one is meant', async () => {
  const other: FoundedOrganization = await world.foundOrganization('Second home');
  await member('mia@example.com');
  await member('Mia@example.com', other.key);
  provider.person.email = 'mia@example.com';
  const visitor = new Visitor();
  const asked = await visitor.signIn();
  expect(code(asked)).toBe('409 sign_in.ambiguous');
  expect(asked.body.details).toContainEqual({
    field: 'organizationId',
    message: `${other.organizationId} is Second home`,
  });
  const { organizationId } = other;
  const { body } = await visitor.signIn({ organizationId });
  expect(body.session.organization).toMatchObject({ organizationId, name: 'Second home' });
  provider.person.email = 'neo@joining.example';
  expect(code(await visitor.signIn({ organizationId }))).toBe('403 oidc.no_member');
});

test('rejects another site as the page to return to', async () => {
  for (const returnTo of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '',
  ]) {
    const answer = await new Visitor().request('POST', '/console/oidc', { returnTo });
    expect([answer.status, answer.body.details[0].field], returnTo).toEqual([400, 'returnTo']);
  }
});

test('limits attempts from one address', async () => {
  const visitor = new Visitor();
  const codes: string[] = [];
  for (let i = 0; i < 31; i++) codes.push(code(await visitor.finish('state=x')));
  expect([...new Set(codes.slice(0, 30)), codes[30]]).toEqual([
    '401 oidc.begun_elsewhere',
    '429 rate_limited',
  ]);
});

test("refuses to begin or finish a sign-in from another site's page", async () => {
  for (const path of ['/console/oidc', '/console/oidc/session']) {
    const headers = { 'sec-fetch-site': 'cross-site' };
    const answer = await world.request('POST', path, { body: { query: '' }, key: null, headers });
    expect(code(answer)).toBe('403 origin.not_allowed');
  }
});
