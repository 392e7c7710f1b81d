/** The person that the provider identified. */
export interface OidcIdentity {
  /** null: the provider reported no valid address. */
  email: string | null;
  /** Whether the address is verified. */
  isVerified: boolean;
  name: string | null;
}

const emailCharactersMax = 254;
const nameCharactersMax = 100;

/**
 * Two parts around one @, without white space and invisible characters, because removing those would yield another
 * address. Excludes the Kelvin sign (U+212A), whose lower case is `k`.
 */
const isAddress = /^[^\s@\p{C}\u212a]+@[^\s@\p{C}\u212a]+$/u;

/** Providers encode booleans in several ways. */
const yes: ReadonlySet<unknown> = new Set([true, 'true', 1, '1']);

/**
 * Reads the claims of an ID token (OpenID Connect Core §5.1). `verifiedClaim` null: every address counts as verified.
 */
export function identityOf(
  claims: Readonly<Record<string, unknown>>,
  verifiedClaim: string | null,
): OidcIdentity {
  const email = typeof claims.email === 'string' ? claims.email.trim() : '';
  const isEmail = isAddress.test(email) && email.length <= emailCharactersMax;
  const name = textOf(claims.name).slice(0, nameCharactersMax).toWellFormed().trim();
  return {
    email: isEmail ? email : null,
    isVerified: verifiedClaim === null || yes.has(claims[verifiedClaim]),
    name: name === '' ? null : name,
  };
}

/** Returns a claim as text that the database can store. */
function textOf(claim: unknown): string {
  return typeof claim === 'string' ? claim.replaceAll('\0', '').trim() : '';
}

/** Returns whether the address belongs to one of the domains, not to a subdomain. */
export function isOfDomain(email: string, domains: readonly string[]): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return domains.some((one) => one.toLowerCase() === domain);
}
