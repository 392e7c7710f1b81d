import { createHmac } from 'node:crypto';
import { SignJWT } from 'jose';
import { SecretKey, scopes } from '../../src/platform/access/index.ts';
import type { ApiWorld } from '../world/api-world.ts';

const segment = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Credentials of the owner with one defect: its name, the refusal, and how it is made. */
export const badCredentials: [
  what: string,
  code: string,
  make: (world: ApiWorld) => string | null | Promise<string | null>,
][] = [
  ['no key', 'credential.missing', () => null],
  ['an expired key', 'credential.expired', expiredKey],
  ['a wrongly signed key', 'credential.invalid', wronglySignedKey],
  ['an unsigned key', 'credential.invalid', forged({ alg: 'none', typ: 'JWT' }, () => '')],
  [
    'an unsigned key with a signature',
    'credential.invalid',
    forged({ alg: 'none', typ: 'JWT' }, hmac('sha256')),
  ],
  ['a key without alg', 'credential.invalid', forged({ typ: 'JWT' }, hmac('sha256'))],
  ['a key by HS512', 'credential.invalid', forged({ alg: 'HS512', typ: 'JWT' }, hmac('sha512'))],
  ['a key that says RS256', 'credential.invalid', forged({ alg: 'RS256', typ: 'JWT' }, hmac('sha256'))],
  [
    'a key that brings its own key',
    'credential.invalid',
    forged({ alg: 'HS256', typ: 'JWT', jwk: { kty: 'oct', k: 'AAAA' } }, (text) =>
      createHmac('sha256', Buffer.from('AAAA', 'base64url')).update(text).digest('base64url'),
    ),
  ],
  [
    'a key with a critical header that is not understood',
    'credential.invalid',
    forged({ alg: 'HS256', typ: 'JWT', crit: ['x'], x: 1 }, hmac('sha256')),
  ],
];

type Sign = (text: string, secret: Buffer) => string;

/** Returns a credential with the owner's claims and the given header. */
function forged(header: Record<string, unknown>, sign: Sign): (world: ApiWorld) => string {
  return ({ owner, secret }) => {
    const text = `${segment(header)}.${owner.key.split('.')[1]}`;
    return `${text}.${sign(text, secret.derive('api-keys'))}`;
  };
}

function hmac(hash: string): Sign {
  return (text, secret) => createHmac(hash, secret).update(text).digest('base64url');
}

async function expiredKey({ owner, secret }: ApiWorld): Promise<string> {
  return new SignJWT({ org: owner.organizationId, scp: [...scopes] })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer('parley')
    .setAudience('parley-api')
    .setSubject(owner.memberId)
    .setJti(owner.apiKeyId)
    .setExpirationTime(Math.floor(Date.now() / 1000) - 1)
    .sign(secret.derive('api-keys'));
}

function wronglySignedKey({ owner }: ApiWorld): string {
  const other = new SecretKey('not the secret of this installation, but long').derive('api-keys');
  const [header, payload] = owner.key.split('.');
  const signature = createHmac('sha256', other).update(`${header}.${payload}`).digest('base64url');
  return `${header}.${payload}.${signature}`;
}
