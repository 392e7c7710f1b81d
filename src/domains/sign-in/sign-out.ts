import { change, type Scope } from '../../platform/audit/index.ts';
import { AnswerWithHeaders } from '../../platform/http/index.ts';
import { assert, notFound } from '../../platform/kernel/index.ts';
import type { Desk } from './desk.ts';
import { endSessionRow } from './store.ts';

/** Ends the session that asks, and takes the cookie back. */
export async function signOut(desk: Desk, scope: Scope): Promise<AnswerWithHeaders> {
  const { apiKeyId } = scope.actor;
  assert(apiKeyId, 'a session asks');
  await endSession(desk, scope, apiKeyId);
  return new AnswerWithHeaders(undefined, { 'set-cookie': desk.cookies.noCookie() });
}

/** Ends one of the member's own sessions at once. */
export async function endSession({ access }: Desk, scope: Scope, sessionId: string): Promise<void> {
  const { organizationId, memberId } = scope.actor;
  await change(scope, async (tx) => {
    if (!(await endSessionRow(tx, organizationId, memberId, sessionId))) throw notFound('session');
    return { result: undefined, audit: { verb: 'deleted', type: 'sessions', id: sessionId } };
  });
  access.changed();
}
