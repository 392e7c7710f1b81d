/** Whom the provider has told us of. */
export interface OidcIdentity {
  /** Null: it has told none that could be one. */
  email: string | null;
  /** Whether the address is known to be the person's own. */
  isVerified: boolean;
  name: string | null;
}

const emailCharactersMax = 254;
const nameCharactersMax = 100;

/**
 * Two parts around one @, without white space and what cannot be seen: left out, that would make another address of it. So
 * would the sign of the unit kelvin (U+212A), which is a `k` in lower case.
 */
const isAddress = /^[^\s@\p{C}\u212a]+@[^\s@\p{C}\u212a]+$/u;

/** Providers write a boolean in several ways. */
const yes: ReadonlySet<unknown> = new Set([true, 'true', 1, '1']);

/** Reads the claims of an ID token (OpenID Connect Core §5.1). `verifiedClaim`: null where every address counts as verified. */
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

/** What the database can store of a claim. */
function textOf(claim: unknown): string {
  return typeof claim === 'string' ? claim.replaceAll('\0', '').trim() : '';
}

/** Whether the address is of one of the domains, and not of one below them. */
export function isOfDomain(email: string, domains: readonly string[]): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return domains.some((one) => one.toLowerCase() === domain);
}
