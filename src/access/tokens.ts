import { errors, jwtVerify, SignJWT } from 'jose';
import { CredentialError } from '../http/index.ts';
import type { SecretKey } from './secret-key.ts';

/** What an API key says of itself; it is a JWT (RFC 7519) signed with HMAC-SHA-256. */
export interface TokenClaims {
  organizationId: string;
  memberId: string;
  apiKeyId: string;
  scopes: string[];
  /** Unix seconds; null: does not expire by itself. */
  expiresAtSeconds: number | null;
}

const issuer = 'parley';
const audience = 'parley-api';

export async function signToken(secret: SecretKey, claims: TokenClaims): Promise<string> {
  const token = new SignJWT({ org: claims.organizationId, scp: claims.scopes })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(claims.memberId)
    .setJti(claims.apiKeyId)
    .setIssuedAt();
  if (claims.expiresAtSeconds !== null) token.setExpirationTime(claims.expiresAtSeconds);
  return token.sign(secret.derive('api-keys'));
}

/** The claims of a key that we signed and that has not expired, else a CredentialError. */
export async function verifyToken(key: Uint8Array, token: string): Promise<TokenClaims> {
  try {
    const { payload } = await jwtVerify(token, key, {
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
