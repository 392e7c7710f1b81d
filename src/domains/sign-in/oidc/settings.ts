import type { Role } from '../../../platform/access/index.ts';
import { setting } from '../../../platform/kernel/index.ts';

const memberRoles: readonly Role[] = ['Admin', 'Agent Manager', 'Support', 'Viewer'];

/** The settings of signing in by a provider. */
export const oidcSettings = {
  oidcIssuer: setting<string | null>({
    env: 'PARLEY_OIDC_ISSUER',
    doc: 'The issuer of the OpenID Connect provider by which members sign in at the console, exactly as the provider’s discovery document names it. The document is at `/.well-known/openid-configuration` below it. The issuer’s host may be private. See [signing in by a provider](single-sign-on.md).',
    accepts:
      'an https URL without a query, such as https://sso.example.com/realms/office; http for this machine alone',
    default: null,
    defaultWords: 'no sign-in by a provider',
    parse: parseIssuer,
  }),
  oidcClientId: setting<string | null>({
    env: 'PARLEY_OIDC_CLIENT_ID',
    doc: 'The client ID of this service at the provider. Needed with PARLEY_OIDC_ISSUER.',
    accepts: 'text without spaces',
    default: null,
    defaultWords: 'none',
    parse: parseWord,
  }),
  oidcClientSecret: setting<string | null>({
    env: 'PARLEY_OIDC_CLIENT_SECRET',
    doc: 'The secret of PARLEY_OIDC_CLIENT_ID.',
    accepts: 'text without spaces',
    default: null,
    defaultWords: 'none: a public client, protected by PKCE alone',
    secret: true,
    parse: parseWord,
  }),
  oidcName: setting({
    env: 'PARLEY_OIDC_NAME',
    doc: 'What the console calls the provider: "Sign in with …".',
    accepts: 'a text of up to 40 characters',
    default: 'single sign-on',
    parse: (text) => (text !== null && text.length <= 40 ? text : undefined),
  }),
  oidcEmailVerified: setting({
    env: 'PARLEY_OIDC_EMAIL_VERIFIED',
    doc: 'The claim by which the provider says that an e-mail address is verified. Only verified addresses can sign in. `always` accepts every address of this provider, which is safe only if its administrators alone can assign addresses.',
    accepts: 'the name of a claim, or always',
    default: 'email_verified',
    parse: (text) => (text !== null && /^[\w.:/-]{1,100}$/.test(text) ? text : undefined),
  }),
  oidcJoinDomains: setting<string[]>({
    env: 'PARLEY_OIDC_JOIN_DOMAINS',
    doc: 'People who sign in with an e-mail address of one of these domains become members if they are not yet.',
    accepts: 'a list of domains such as example.com,example.org',
    default: null,
    defaultWords: 'none: members are added first',
    parse: parseDomains,
  }),
  oidcJoinRole: setting<Role>({
    env: 'PARLEY_OIDC_JOIN_ROLE',
    doc: 'The role of people who become members through PARLEY_OIDC_JOIN_DOMAINS.',
    accepts: `one of ${memberRoles.join(', ')}`,
    default: 'Viewer',
    parse: (text) => memberRoles.find((role) => role === text),
  }),
  oidcJoinOrganization: setting<string | null>({
    env: 'PARLEY_OIDC_JOIN_ORGANIZATION',
    doc: 'The organization that people join through PARLEY_OIDC_JOIN_DOMAINS.',
    accepts: 'the id of an organization, such as org_01kb3v0000000000000000000',
    default: null,
    defaultWords: 'the first one',
    parse: (text) => (text === null || /^org_[0-9a-z]{26}$/.test(text) ? text : undefined),
  }),
};

/** Keeps the text as it is written, because the issuer's name includes its last slash. Plain HTTP is for this machine only. */
function parseIssuer(text: string | null): string | null | undefined {
  if (text === null) return null;
  const url = URL.parse(text);
  if (url === null || `${url.search}${url.hash}${url.username}${url.password}` !== '') return undefined;
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isHere) ? text : undefined;
}

function parseWord(text: string | null): string | null | undefined {
  return text === null || /^\S+$/.test(text) ? text : undefined;
}

function parseDomains(text: string | null): string[] | undefined {
  const domains = (text ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean);
  return domains.every((domain) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)) ? domains : undefined;
}
