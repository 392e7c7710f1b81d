import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { SecretKey } from './secret-key.ts';

/** The longest life of a session, and the longest time without use. */
export const sessionDays = 14;
export const sessionIdleHours = 12;

/**
 * Issues session cookies. A token is 256 random bits in a cookie that scripts cannot read; its hash is stored. Over
 * https the cookie's name begins with `__Host-` (RFC 6265bis §4.1.3.2), so that browsers accept it only from this host.
 */
export class SessionCookies {
  readonly cookieName: string;
  /** The cookie that keeps the own session of a member who looks at the demo. */
  readonly #ownName: string;
  readonly #attributes: string;
  readonly #secret: SecretKey;

  /** `publicUrl` is the operator's setting. With `null`, cookies are issued as over http. */
  constructor(secret: SecretKey, publicUrl: string | null) {
    const isSecure = publicUrl?.startsWith('https:') ?? false;
    this.cookieName = isSecure ? '__Host-parley_session' : 'parley_session';
    this.#ownName = isSecure ? '__Host-parley_own_session' : 'parley_own_session';
    this.#attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
    this.#secret = secret;
  }

  /** Returns the Set-Cookie header for a token. */
  cookieOf(token: string): string {
    return `${this.cookieName}=${token}; Max-Age=${sessionDays * 86_400}; ${this.#attributes}`;
  }

  /** Returns the Set-Cookie header that removes the cookie. */
  noCookie(): string {
    return `${this.cookieName}=; Max-Age=0; ${this.#attributes}`;
  }

  /** Returns the token of a Cookie header; undefined when there is none, `null` when it is malformed or given twice. */
  tokenIn(cookie: string | undefined): string | null | undefined {
    return tokenOf(this.cookieName, cookie);
  }

  /** The same as `cookieOf`, `noCookie` and `tokenIn`, for the own session of a member who looks at the demo. */
  ownCookieOf(token: string): string {
    return `${this.#ownName}=${token}; Max-Age=${sessionDays * 86_400}; ${this.#attributes}`;
  }

  noOwnCookie(): string {
    return `${this.#ownName}=; Max-Age=0; ${this.#attributes}`;
  }

  ownTokenIn(cookie: string | undefined): string | null | undefined {
    return tokenOf(this.#ownName, cookie);
  }

  /** Returns the token that our pages send with changes (header x-csrf-token). */
  csrfTokenOf(sessionId: string): string {
    return createHmac('sha256', this.#secret.derive('csrf')).update(sessionId).digest('base64url');
  }
}

function tokenOf(name: string, cookie: string | undefined): string | null | undefined {
  const start = `${name}=`;
  const found = (cookie ?? '').split(';').map((one) => one.trim());
  const tokens = found.filter((one) => one.startsWith(start)).map((one) => one.slice(start.length));
  if (tokens.length === 0) return undefined;
  return tokens.length === 1 && /^[\w-]{43}$/.test(tokens[0]!) ? tokens[0]! : null;
}

/** Returns an unguessable token for a session or a link. */
export function newSecretToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the digest of a token for storage. A plain digest suffices for 256 random bits. */
export function hashOfSecretToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
