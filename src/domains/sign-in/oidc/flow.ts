import { createHash, timingSafeEqual } from 'node:crypto';
import { newSecretToken, type SecretKey } from '../../../platform/access/index.ts';

/** One sign-in through the provider, from the click to the session. */
export interface OidcFlow {
  /** Returned with the response (RFC 6749 §10.12); valid for one session. */
  state: string;
  /** Contained in the ID token (OpenID Connect Core §3.1.2.1). */
  nonce: string;
  /** Proves that the code is redeemed by the client that requested it (RFC 7636). */
  verifier: string;
  /** The requested organization; null: none. */
  organizationId: string | null;
  returnTo: string;
  expiresAtMs: number;
}

const flowSeconds = 600;
const sealedCharactersMax = 4000;
const place = 'oidc-flow';

export function newFlow(
  { organizationId, returnTo }: Pick<OidcFlow, 'organizationId' | 'returnTo'>,
  nowMs: number,
): OidcFlow {
  const secrets = { state: newSecretToken(), nonce: newSecretToken(), verifier: newSecretToken() };
  return { ...secrets, organizationId, returnTo, expiresAtMs: nowMs + flowSeconds * 1000 };
}

/** Returns the code challenge of the verifier (RFC 7636 §4.2, S256). */
export function challengeOf({ verifier }: OidcFlow): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

/** Returns whether the response belongs to this flow. */
export function isStateOf({ state }: OidcFlow, given: string | null): boolean {
  const wanted = Buffer.from(state);
  const found = Buffer.from(given ?? '');
  return wanted.length === found.length && timingSafeEqual(wanted, found);
}

/**
 * Stores a flow encrypted in the browser that began it. No other browser can finish it, and the service keeps nothing of
 * abandoned flows.
 */
export class FlowCookies {
  readonly #name: string;
  readonly #attributes: string;
  readonly #secret: SecretKey;

  /** `publicUrl`: as for session cookies. */
  constructor(secret: SecretKey, publicUrl: string | null) {
    const isSecure = publicUrl?.startsWith('https:') ?? false;
    this.#name = isSecure ? '__Host-parley_oidc' : 'parley_oidc';
    this.#attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
    this.#secret = secret;
  }

  /** Returns the Set-Cookie header for the flow. */
  cookieOf(flow: OidcFlow): string {
    const sealed = this.#secret.seal(JSON.stringify(flow), place).toString('base64url');
    return `${this.#name}=${sealed}; Max-Age=${flowSeconds}; ${this.#attributes}`;
  }

  /** Returns the flow in a Cookie header, or null when it is missing, invalid or expired. */
  flowIn(cookie: string | undefined, nowMs: number): OidcFlow | null {
    const start = `${this.#name}=`;
    const found = (cookie ?? '').split(';').map((one) => one.trim());
    const [sealed, ...more] = found
      .filter((one) => one.startsWith(start))
      .map((one) => one.slice(start.length));
    if (!sealed || more.length > 0 || sealed.length > sealedCharactersMax) return null;
    try {
      const flow = JSON.parse(this.#secret.open(Buffer.from(sealed, 'base64url'), place)) as OidcFlow;
      return nowMs < flow.expiresAtMs ? flow : null;
    } catch {
      return null;
    }
  }
}
