import type { Role } from '../../../platform/access/index.ts';

/** How people sign in by OpenID Connect, as the operator has set it up. */
export interface OidcOptions {
  /** The provider, as it calls itself. */
  issuer: string;
  clientId: string;
  /** Null: a public client, for which PKCE alone stands. */
  clientSecret: string | null;
  /** What the console calls it. */
  name: string;
  /** The claim that says whether an e-mail address is the person's own; null: every address of this provider is taken to be. */
  verifiedClaim: string | null;
  /** Who becomes a member by signing in, in which organization (null: the first one); null: nobody. */
  joining: { domains: readonly string[]; role: Role; organizationId: string | null } | null;
  /** CIDRs that the provider's addresses may be in although they are private. Its own host needs none. */
  egressAllow: readonly string[];
  /** How long the provider may take for an answer; 10 s when left out. */
  timeoutSeconds?: number;
}
