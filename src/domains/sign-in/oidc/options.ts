import type { Role } from '../../../platform/access/index.ts';

/** The operator's configuration of OpenID Connect. */
export interface OidcOptions {
  /** The provider's issuer URL. */
  issuer: string;
  clientId: string;
  /** null: a public client, protected by PKCE alone. */
  clientSecret: string | null;
  /** The name shown in the console. */
  name: string;
  /**
   * The claim that says whether an e-mail address is verified; null: every address of this provider counts as verified.
   */
  verifiedClaim: string | null;
  /** The people who become members by signing in, and their organization (null: the first one); null: joining is disabled. */
  joining: { domains: readonly string[]; role: Role; organizationId: string | null } | null;
  /** CIDRs of private addresses that the provider's URLs may use. Its own host needs none. */
  egressAllow: readonly string[];
  /** Timeout for the provider's responses; default 10 s. */
  timeoutSeconds?: number;
}
