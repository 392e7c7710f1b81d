import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
} from 'openid-client';
import { isCompactToken } from '../../../platform/access/index.ts';
import { Egress, type EgressOutlet } from '../../../platform/egress/index.ts';
import { assert, type Log, monotonicMs } from '../../../platform/kernel/index.ts';
import { failureOf, reasonOf } from './failure-of.ts';
import { challengeOf, type OidcFlow } from './flow.ts';
import { identityOf, type OidcIdentity } from './identity.ts';
import type { OidcOptions } from './options.ts';
import { answerInvalid, busy, unavailable } from './refusals.ts';

const defaultTimeoutSeconds = 10;
/** How long the provider's metadata is kept, and when a failed request for it is repeated. */
const keptMs = 3_600_000;
const failureKeptMs = 5_000;
/** Maximum concurrent code exchanges. Each needs several requests to the provider. */
const underWayMax = 50;

/** A client of the provider. Its own host may be anywhere; other hosts it names follow the egress rules. */
export class OidcProvider implements AsyncDisposable {
  readonly #options: OidcOptions;
  readonly #log: Log;
  readonly #egresses: Egress[];
  readonly #own: EgressOutlet;
  readonly #others: EgressOutlet;
  #known: { configuration: Configuration; atMs: number } | null = null;
  #failedAtMs = Number.NEGATIVE_INFINITY;
  #asking: Promise<Configuration> | null = null;
  #underWay = 0;

  constructor(options: OidcOptions, log: Log) {
    const own = new Egress({ allow: ['0.0.0.0/0', '::/0'] });
    const others = new Egress({ allow: options.egressAllow });
    this.#options = options;
    this.#log = log;
    this.#egresses = [own, others];
    this.#own = own.of('', 'oidc');
    this.#others = others.of('', 'oidc');
  }

  /** Returns the URL to send the person to. Throws an ApiError when the provider is unavailable. */
  async authorizationUrl(redirectUri: string, flow: OidcFlow): Promise<string> {
    try {
      return buildAuthorizationUrl(await this.#configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: challengeOf(flow),
        code_challenge_method: 'S256',
      }).href;
    } catch (error) {
      throw this.#logged(error);
    }
  }

  /**
   * Identifies the person whom the provider sent back. `answered` is our address with the provider's query. Checks the
   * ID token's signature, issuer, audience, authorized party, times and nonce. Throws an ApiError when anything is
   * invalid.
   */
  async identify(answered: URL, flow: OidcFlow): Promise<OidcIdentity> {
    if (this.#underWay >= underWayMax) throw busy();
    this.#underWay++;
    try {
      const configuration = await this.#configuration();
      const claims = await claimsOf(configuration, answered, flow, this.#options.name);
      // OpenID Connect Core §3.1.3.7: the client library does not check it for a single audience.
      if (claims.azp !== undefined && claims.azp !== this.#options.clientId)
        throw answerInvalid(this.#options.name);
      return identityOf(claims, this.#options.verifiedClaim);
    } catch (error) {
      throw this.#logged(error);
    } finally {
      this.#underWay--;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#egresses.map((egress) => egress[Symbol.asyncDispose]()));
  }

  async #configuration(): Promise<Configuration> {
    const nowMs = monotonicMs();
    if (this.#known && nowMs - this.#known.atMs < keptMs) return this.#known.configuration;
    if (nowMs - this.#failedAtMs < failureKeptMs) {
      if (this.#known) return this.#known.configuration;
      throw unavailable(this.#options.name);
    }
    this.#asking ??= this.#discover().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  /** Requests the provider's metadata. Earlier metadata stays valid when the request fails. */
  async #discover(): Promise<Configuration> {
    const { issuer, clientId, clientSecret, timeoutSeconds = defaultTimeoutSeconds, name } = this.#options;
    const isInsecure = issuer.startsWith('http:');
    const authentication = clientSecret === null ? None() : ClientSecretPost(clientSecret);
    try {
      const configuration = await discovery(new URL(issuer), clientId, {}, authentication, {
        execute: [enableNonRepudiationChecks, ...(isInsecure ? [allowInsecureRequests] : [])],
        timeout: timeoutSeconds,
        [customFetch]: this.#fetch,
      });
      const said = configuration.serverMetadata().issuer;
      // Some providers serve many tenants at one address, whose users must not be mixed.
      if (URL.parse(said)?.href !== new URL(issuer).href)
        throw new Error(`the provider reports the issuer ${said.slice(0, 200)}`);
      this.#known = { configuration, atMs: monotonicMs() };
      return configuration;
    } catch (error) {
      this.#failedAtMs = monotonicMs();
      this.#log.warn(
        { issuer, reason: reasonOf(error) },
        'could not fetch the metadata of the OIDC provider',
      );
      if (this.#known) return this.#known.configuration;
      throw unavailable(name);
    }
  }

  readonly #fetch: CustomFetch = async (url, { method, headers, body, signal }) => {
    const isOwn = new URL(url).origin === new URL(this.#options.issuer).origin;
    const outlet = isOwn ? this.#own : this.#others;
    const request = { method, headers, body: body?.toString() ?? null, signal: signal ?? null };
    const response = await outlet.fetch(url, request, { sameOriginOnly: true });
    return response as unknown as Response;
  };

  #logged(error: unknown): Error {
    const { issuer, name } = this.#options;
    const failure = failureOf(error, name);
    if (failure !== error) this.#log.warn({ issuer, reason: reasonOf(error) }, 'OIDC sign-in failed');
    return failure;
  }
}

/**
 * Returns the claims of the ID token for the code. Without an e-mail address among them, the UserInfo response replaces
 * them entirely, so that an address and its verification come from the same source.
 */
async function claimsOf(
  configuration: Configuration,
  answered: URL,
  flow: OidcFlow,
  name: string,
): Promise<Record<string, unknown>> {
  const tokens = await authorizationCodeGrant(configuration, answered, {
    expectedState: flow.state,
    expectedNonce: flow.nonce,
    pkceCodeVerifier: flow.verifier,
  });
  const claims = tokens.claims();
  assert(claims && tokens.id_token, 'with a nonce there is an ID token');
  if (!isCompactToken(tokens.id_token)) throw answerInvalid(name);
  const { userinfo_endpoint: userInfo } = configuration.serverMetadata();
  if (claims.email !== undefined || userInfo === undefined) return claims;
  const { azp } = claims;
  return { ...(await fetchUserInfo(configuration, tokens.access_token, claims.sub)), azp };
}
