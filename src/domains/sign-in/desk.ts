import type { AccessState, SessionCookies } from '../../platform/access/index.ts';
import type { Database } from '../../platform/db/index.ts';
import type { RequestContext } from '../../platform/http/index.ts';
import type { Actor } from '../../platform/kernel/index.ts';
import type { SignInLimits } from './sign-in-limits.ts';
import type { Turnstile } from './turnstile.ts';

/** What signing in is made with. */
export interface Desk {
  db: Database;
  access: AccessState;
  cookies: SessionCookies;
  turnstile: Turnstile;
  limits: SignInLimits;
}

/** What signing in is told of a request: who asks, where somebody has signed in, and from where. */
export type Visit = Pick<RequestContext, 'actor' | 'client' | 'log'>;

/** The member as the actor of what is done in one session. */
export function memberActor(
  { requestId }: Actor,
  { organizationId, memberId }: { organizationId: string; memberId: string },
  sessionId: string,
): Actor {
  return { organizationId, memberId, apiKeyId: sessionId, scopes: new Set(), requestId };
}
