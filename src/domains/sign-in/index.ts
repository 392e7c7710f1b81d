export { joinUrl } from './links.ts';
export { OidcSignIn } from './oidc/oidc-sign-in.ts';
export type { OidcOptions } from './oidc/options.ts';
export { openSession } from './open-session.ts';
export { firstOwnerToken, type OwnerLink, ownerLink } from './owner-link.ts';
export { showSession } from './read-sessions.ts';
export { Session } from './schemas.ts';
export { leaveSessionOf } from './sign-in.ts';
export { memberActor, type SignInContext, type SignInRequest } from './sign-in-context.ts';
