import { endSessionRow } from '../../platform/access/index.ts';
import { change, type Scope } from '../../platform/audit/index.ts';
import { AnswerWithHeaders } from '../../platform/http/index.ts';
import { assert, notFound } from '../../platform/kernel/index.ts';
import type { SignInContext } from './sign-in-context.ts';

/** Ends the requesting session and removes its cookie. */
export async function signOut(context: SignInContext, scope: Scope): Promise<AnswerWithHeaders> {
  const { apiKeyId } = scope.actor;
  assert(apiKeyId, 'the request comes from a session');
  await endSession(context, scope, apiKeyId);
  return new AnswerWithHeaders(undefined, { 'set-cookie': context.cookies.noCookie() });
}

/** Ends one of the member's own sessions at once. */
export async function endSession({ access }: SignInContext, scope: Scope, sessionId: string): Promise<void> {
  const { organizationId, memberId } = scope.actor;
  await change(scope, async (tx) => {
    if (!(await endSessionRow(tx, organizationId, memberId, sessionId))) throw notFound('session');
    return { result: undefined, audit: { verb: 'deleted', type: 'sessions', id: sessionId } };
  });
  access.changed();
}
