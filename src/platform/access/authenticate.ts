import { createHash } from 'node:crypto';
import {
  type Authenticator,
  type Caller,
  CredentialError,
  type PresentedCredentials,
} from '../http/index.ts';
import type { AccessState } from './access-state.ts';
import { type Role, roles, scopesOfRole } from './scopes.ts';
import type { SecretKey } from './secret-key.ts';
import { hashOfSecretToken, type SessionCookies } from './session-cookies.ts';
import { type TokenClaims, verifyToken } from './tokens.ts';

interface VerifiedToken extends Omit<TokenClaims, 'scopes'> {
  scopes: ReadonlySet<string>;
}

/** The most verified tokens that are cached, so that a busy client's key is not verified for each request. */
const rememberedMax = 10_000;
const tokenCharactersMax = 4096;

const scopeSets = new Map<Role, ReadonlySet<string>>(
  roles.map((role) => [role, new Set(scopesOfRole[role])]),
);

/**
 * Identifies the owner of a bearer key (signature, expiry, revocation) or of a session cookie, without a database
 * query.
 */
export class TokenAuthenticator implements Authenticator {
  readonly #state: AccessState;
  readonly #sessions: SessionCookies;
  readonly #secret: SecretKey;
  readonly #verified = new Map<string, VerifiedToken>();
  /** The generation of the keys that verified the cached tokens. */
  #generation = 0;

  constructor(secret: SecretKey, state: AccessState, sessions: SessionCookies) {
    this.#state = state;
    this.#sessions = sessions;
    this.#secret = secret;
  }

  async authenticate({ authorization, cookie, isUse = true }: PresentedCredentials): Promise<Caller> {
    // Browsers never add Authorization by themselves, so a client that sends it intends it.
    return authorization === undefined || authorization === ''
      ? this.#callerOfSession(cookie, isUse)
      : this.#callerOfKey(authorization);
  }

  async #callerOfSession(cookie: string | undefined, isUse: boolean): Promise<Caller> {
    const token = this.#sessions.tokenIn(cookie);
    if (token === undefined) throw new CredentialError('missing');
    const session =
      token === null ? null : await this.#state.session(hashOfSecretToken(token), Date.now(), isUse);
    if (!session) throw new CredentialError('ended');
    const { organizationId, memberId, sessionId, role, requestsPerSecond } = session;
    return {
      organizationId,
      memberId,
      apiKeyId: sessionId,
      requestsPerSecond,
      scopes: scopeSets.get(role) ?? new Set(),
      csrfToken: this.#sessions.csrfTokenOf(sessionId),
    };
  }

  async #callerOfKey(authorization: string): Promise<Caller> {
    const match = /^bearer +([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(authorization);
    if (!match || authorization.length > tokenCharactersMax) throw new CredentialError('malformed');
    const claims = await this.#claimsOf(match[1]!);
    if (claims.expiresAtSeconds !== null && Date.now() >= claims.expiresAtSeconds * 1000) {
      throw new CredentialError('expired');
    }
    const { revoked, requestsPerSecond } = await this.#state.check(claims.organizationId, claims.apiKeyId);
    if (revoked) throw new CredentialError('revoked');
    const { organizationId, memberId, apiKeyId, scopes } = claims;
    return { organizationId, memberId, apiKeyId, scopes, requestsPerSecond, csrfToken: null };
  }

  /** Cached by digest, so that this process's memory holds no usable key. */
  async #claimsOf(token: string): Promise<VerifiedToken> {
    if (this.#generation !== this.#secret.generation) this.#verified.clear();
    this.#generation = this.#secret.generation;
    const digest = createHash('sha256').update(token).digest('base64');
    const known = this.#verified.get(digest);
    if (known) return known;
    const claims = await verifyToken(this.#secret, token);
    const verified = { ...claims, scopes: new Set(claims.scopes) };
    const oldest = this.#verified.size >= rememberedMax ? this.#verified.keys().next().value : undefined;
    if (oldest !== undefined) this.#verified.delete(oldest);
    this.#verified.set(digest, verified);
    return verified;
  }
}
