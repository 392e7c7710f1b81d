export { joinUrl } from './links.ts';
export { OidcSignIn } from './oidc/oidc-sign-in.ts';
export type { OidcOptions } from './oidc/options.ts';
export { firstOwnerToken, type OwnerLink, ownerLink } from './owner-link.ts';
