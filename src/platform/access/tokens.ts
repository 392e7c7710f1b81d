import { errors, jwtVerify, SignJWT } from 'jose';
import { CredentialError } from '../http/index.ts';
import { isCompactToken } from './compact-token.ts';
import type { SecretKey } from './secret-key.ts';

/** The claims of an API key, which is a JWT (RFC 7519) signed with HMAC-SHA-256. */
export interface TokenClaims {
  organizationId: string;
  memberId: string;
  apiKeyId: string;
  scopes: string[];
  /** Unix seconds, or `null` when the key does not expire. */
  expiresAtSeconds: number | null;
}

const issuer = 'parley';
const audience = 'parley-api';
const purpose = 'api-keys';

export async function signToken(secret: SecretKey, claims: TokenClaims): Promise<string> {
  const token = new SignJWT({ org: claims.organizationId, scp: claims.scopes })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: secret.currentKeyId })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(claims.memberId)
    .setJti(claims.apiKeyId)
    .setIssuedAt();
  if (claims.expiresAtSeconds !== null) token.setExpirationTime(claims.expiresAtSeconds);
  return token.sign(secret.derive(purpose));
}

/** Returns the claims of an unexpired key that one of our keys signed. Throws a CredentialError otherwise. */
export async function verifyToken(secret: SecretKey, token: string): Promise<TokenClaims> {
  const keyOf = ({ kid }: { kid?: unknown }) => {
    const key = secret.deriveOf(kid === undefined ? undefined : String(kid), purpose);
    if (!key) throw new CredentialError('invalid');
    return key;
  };
  if (!isCompactToken(token)) throw new CredentialError('invalid');
  try {
    const { payload } = await jwtVerify(token, keyOf, {
      algorithms: ['HS256'],
      issuer,
      audience,
      typ: 'JWT',
      requiredClaims: ['sub', 'jti', 'org', 'scp'],
    });
    return {
      organizationId: String(payload.org),
      memberId: String(payload.sub),
      apiKeyId: String(payload.jti),
      scopes: (payload.scp as unknown[]).map(String),
      expiresAtSeconds: payload.exp ?? null,
    };
  } catch (error) {
    throw new CredentialError(error instanceof errors.JWTExpired ? 'expired' : 'invalid');
  }
}
