import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OidcProviderServer, openOidcProvider } from '../../../../test/world/oidc-provider.ts';
import { SecretKey } from '../../../platform/access/index.ts';
import { type ApiError, silentLog } from '../../../platform/kernel/index.ts';
import { FlowCookies, newFlow } from './flow.ts';
import type { OidcOptions } from './options.ts';
import { OidcProvider } from './provider.ts';

let provider: OidcProviderServer;
let options: OidcOptions;

beforeAll(async () => {
  provider = await openOidcProvider();
  const { issuer, clientId, clientSecret } = provider;
  const common = { name: 'Acme', verifiedClaim: 'email_verified', egressAllow: [], joining: null };
  options = { ...common, issuer, clientId, clientSecret };
});
afterAll(() => provider[Symbol.asyncDispose]());
beforeEach(() => {
  provider.manners = {};
});

test.each<[string, Partial<OidcOptions>, OidcProviderServer['manners'], string]>([
  ['is not there', { issuer: 'http://127.0.0.1:9' }, {}, '503 oidc.unavailable'],
  ['says nothing', { timeoutSeconds: 0.2 }, { isSilent: true }, '503 oidc.unavailable'],
  ['is another than it should be', {}, { metadata: { issuer: 'https://a.example' } }, '503 oidc.unavailable'],
  ['does not know our secret', { clientSecret: 'wrong' }, {}, '401 oidc.refused'],
  [
    'sends people to a script',
    {},
    { metadata: { authorization_endpoint: 'javascript:alert(1)' } },
    '503 oidc.unavailable',
  ],
  // Another port is another origin, where only public addresses are allowed.
  ['has keys in our network', {}, { metadata: { jwks_uri: 'http://127.0.0.1:9/' } }, '503 oidc.unavailable'],
])('rejects a provider that %s', async (_what, changed, manners, expected) => {
  provider.manners = manners;
  await using asked = new OidcProvider({ ...options, ...changed }, silentLog);
  const flow = newFlow({ returnTo: '/', organizationId: null }, Date.now());
  const address = 'http://parley.local/sign-in/oidc';
  const failing = asked
    .authorizationUrl(address, flow)
    .then((url) => asked.identify(new URL(`${address}?${provider.answerTo(url)}`), flow));
  const error = await failing.then(
    () => null,
    (thrown: ApiError) => thrown,
  );
  expect(`${error?.status} ${error?.code}`).toBe(expected);
  expect(error?.message).toContain('Acme');
});

test("caches the provider's metadata and limits requests while it is unreachable", async () => {
  await using asked = new OidcProvider(options, silentLog);
  provider.asked.length = 0;
  const flow = newFlow({ returnTo: '/', organizationId: null }, Date.now());
  await Promise.all([1, 2, 3].map(() => asked.authorizationUrl('http://parley.local/', flow)));
  await asked.authorizationUrl('http://parley.local/', flow);
  expect(provider.asked).toEqual(['/.well-known/openid-configuration']);
  provider.asked.length = 0;
  provider.manners = { metadata: { issuer: 'https://a.example' } };
  await using refused = new OidcProvider(options, silentLog);
  for (let i = 0; i < 3; i++)
    await expect(refused.authorizationUrl('http://parley.local/', flow)).rejects.toThrow('not available');
  expect(provider.asked).toHaveLength(1);
});

test('reads a flow only with its own key, within ten minutes, from a single cookie', () => {
  const cookies = new FlowCookies(
    new SecretKey('a secret for tests, long enough to be taken'),
    'https://parley.example',
  );
  const flow = newFlow({ returnTo: '/calls', organizationId: null }, 1_000_000);
  const set = cookies.cookieOf(flow);
  expect(set).toMatch(/^__Host-parley_oidc=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
  const cookie = set.split(';')[0]!;
  expect(cookies.flowIn(`a=b; ${cookie}`, 1_599_999)).toEqual(flow);
  expect(cookies.flowIn(cookie, 1_600_000)).toBeNull();
  for (const wrong of [
    undefined,
    '',
    cookie.slice(0, -9),
    cookie.replace('__Host-', ''),
    `${cookie}; ${cookie}`,
  ])
    expect(cookies.flowIn(wrong, 1_000_000)).toBeNull();
  expect(cookie).not.toContain(flow.verifier);
});
