import type { AccessState, SessionCookies } from '../../platform/access/index.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Actor, RequestContext } from '../../platform/http/index.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';
import type { SignInLimits } from './sign-in-limits.ts';

/** The dependencies of the sign-in operations. */
export interface SignInContext {
  db: Database;
  access: AccessState;
  cookies: SessionCookies;
  hashingLimit: ConcurrencyLimit;
  limits: SignInLimits;
}

/** The parts of a request that sign-in reads. */
export type SignInRequest = Pick<RequestContext, 'actor' | 'client' | 'log'>;

/** Returns the member as the actor of changes made in this session. */
export function memberActor(
  { requestId }: Actor,
  { organizationId, memberId }: { organizationId: string; memberId: string },
  sessionId: string,
): Actor {
  return { organizationId, memberId, apiKeyId: sessionId, scopes: new Set(), requestId };
}
