/**
 * The identity that acts in a request. Every verb receives it, every statement is scoped by it, and every audit entry
 * names it.
 */
export interface Actor {
  organizationId: string;
  /** The member who owns the key, or `system` for the program itself. */
  memberId: string;
  /** The API key, or the session of a signed-in member. `null` for the program itself. */
  apiKeyId: string | null;
  scopes: ReadonlySet<string>;
  /** The `x-request-id` of the request; for background work the id of the run that caused it. */
  requestId: string;
}

/** Returns the actor for work that the program does by itself in one organization. */
export function systemActor(organizationId: string, requestId: string): Actor {
  return { organizationId, memberId: 'system', apiKeyId: null, scopes: new Set(), requestId };
}
