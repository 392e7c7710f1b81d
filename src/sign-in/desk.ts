import type { AccessState, SessionCookies } from '../access/index.ts';
import type { Database } from '../db/index.ts';
import type { RequestContext } from '../http/index.ts';
import type { Actor } from '../kernel/index.ts';
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
