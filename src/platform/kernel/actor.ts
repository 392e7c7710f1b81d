/**
 * Who acts, and in which request: the identity that every verb is handed, that scopes every statement and that
 * every audit entry names.
 */
export interface Actor {
  organizationId: string;
  /** The member who owns the key, or `system` for what the program does by itself. */
  memberId: string;
  /** The key that was presented, or the session of somebody who signed in; null for the program itself. */
  apiKeyId: string | null;
  scopes: ReadonlySet<string>;
  /** The `x-request-id` of the request; for background work the id of the run that caused it. */
  requestId: string;
}

/** The actor of what the program does by itself in one organization. */
export function systemActor(organizationId: string, requestId: string): Actor {
  return { organizationId, memberId: 'system', apiKeyId: null, scopes: new Set(), requestId };
}
