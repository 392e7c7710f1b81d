import { expect, test } from 'vitest';
import { readSettings } from '../platform/kernel/index.ts';
import { oidcOptions } from './oidc-options.ts';
import { settings } from './settings.ts';

const read = (environment: Record<string, string>) => oidcOptions(readSettings(settings, environment));
const least = { PARLEY_OIDC_ISSUER: 'https://sso.example.com/realms/a/', PARLEY_OIDC_CLIENT_ID: 'parley' };

test('is off by default, needs issuer and client id, and lets no new member join by default', () => {
  expect(read({})).toBeNull();
  expect(read(least)).toEqual({
    ...{ issuer: 'https://sso.example.com/realms/a/', clientId: 'parley', clientSecret: null },
    ...{ name: 'single sign-on', verifiedClaim: 'email_verified', joining: null, egressAllow: [] },
  });
  const [issuer, client] = Object.entries(least);
  for (const some of [[issuer!], [client!], [['PARLEY_OIDC_CLIENT_SECRET', 'hush']]])
    expect(() => read(Object.fromEntries(some))).toThrow('must be set together');
});

test('reads the domains and the role of new members', () => {
  const more = {
    ...least,
    ...{ PARLEY_OIDC_JOIN_DOMAINS: 'Example.com, example.org', PARLEY_OIDC_JOIN_ROLE: 'Agent Manager' },
    PARLEY_OIDC_EMAIL_VERIFIED: 'always',
  };
  expect(read(more)).toMatchObject({
    verifiedClaim: null,
    joining: { domains: ['example.com', 'example.org'], role: 'Agent Manager', organizationId: null },
  });
});

test.each([
  ['PARLEY_OIDC_ISSUER', 'http://sso.example.com'],
  ['PARLEY_OIDC_ISSUER', 'https://sso.example.com/?a=b'],
  ['PARLEY_OIDC_ISSUER', 'https://user:password@sso.example.com'],
  ['PARLEY_OIDC_JOIN_DOMAINS', 'example.com,*'],
  ['PARLEY_OIDC_JOIN_ROLE', 'Owner'],
  ['PARLEY_OIDC_JOIN_ORGANIZATION', 'Acme'],
])('%s=%s is refused', (name, value) => {
  expect(() => read({ ...least, [name]: value })).toThrow(name);
});
