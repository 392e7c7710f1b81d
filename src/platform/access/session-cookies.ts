import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { SecretKey } from './secret-key.ts';

/** How long a session lasts at most, and how long it lasts unused. */
export const sessionDays = 14;
export const sessionIdleHours = 12;

/**
 * The tokens of sessions: 256 random bits that a browser keeps in a cookie which no script can read, and that are stored
 * by their hash. Where the service is reached over https the cookie's name says so (`__Host-`, RFC 6265bis §4.1.3.2):
 * browsers take it then from nobody else.
 */
export class SessionCookies {
  readonly cookieName: string;
  readonly #attributes: string;
  readonly #secret: SecretKey;

  /** `publicUrl`: as the operator gave it; null: none, so the service is taken to be reached over http. */
  constructor(secret: SecretKey, publicUrl: string | null) {
    const isSecure = publicUrl?.startsWith('https:') ?? false;
    this.cookieName = isSecure ? '__Host-parley_session' : 'parley_session';
    this.#attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
    this.#secret = secret;
  }

  /** The Set-Cookie header that hands a token out. */
  cookieOf(token: string): string {
    return `${this.cookieName}=${token}; Max-Age=${sessionDays * 86_400}; ${this.#attributes}`;
  }

  /** The Set-Cookie header that takes it back. */
  noCookie(): string {
    return `${this.cookieName}=; Max-Age=0; ${this.#attributes}`;
  }

  /** The token of a Cookie header: undefined where there is none, null where it cannot be one of ours, or there are two. */
  tokenIn(cookie: string | undefined): string | null | undefined {
    const start = `${this.cookieName}=`;
    const found = (cookie ?? '').split(';').map((one) => one.trim());
    const tokens = found.filter((one) => one.startsWith(start)).map((one) => one.slice(start.length));
    if (tokens.length === 0) return undefined;
    return tokens.length === 1 && /^[\w-]{43}$/.test(tokens[0]!) ? tokens[0]! : null;
  }

  /** What a page of ours sends along with changes (header x-csrf-token). */
  csrfTokenOf(sessionId: string): string {
    return createHmac('sha256', this.#secret.derive('csrf')).update(sessionId).digest('base64url');
  }
}

/** A token that nobody can guess, for a session or a link. */
export function newSecretToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of such a token: with so much chance in it, a plain digest tells nothing of it. */
export function hashOfSecretToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
