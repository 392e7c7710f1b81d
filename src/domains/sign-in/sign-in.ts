import { endSessionRow, hashOfSecretToken } from '../../platform/access/index.ts';
import { change, type Scope } from '../../platform/audit/index.ts';
import { AnswerWithHeaders } from '../../platform/http/index.ts';
import { ApiError, assert, counter, newId, notFound } from '../../platform/kernel/index.ts';
import { openSession } from './open-session.ts';
import { isPassword, unknownHash } from './password-hash.ts';
import { showSession } from './read-sessions.ts';
import type { SignIn } from './schemas.ts';
import { memberActor, type SignInContext, type SignInRequest } from './sign-in-context.ts';
import { type Account, accountsOf, holdsPassword } from './store.ts';

/** Outcomes of sign-in attempts. */
export const attempts = counter('parley_sign_ins_total', 'Sign-in attempts at the console by outcome', [
  'outcome',
]);

/**
 * Opens a session for the owner of an e-mail address and password. An unknown address gets the same response, after the
 * same time, as a wrong password. Ends the browser's earlier session.
 */
export async function signIn(
  context: SignInContext,
  visit: SignInRequest,
  input: SignIn,
): Promise<AnswerWithHeaders> {
  const { db, limits, cookies } = context;
  limits.count(visit.client.address, input.email, Date.now());
  const account = await accountFor(context, input);
  if (!account) {
    attempts.inc({ outcome: 'refused' });
    throw refused();
  }
  const sessionId = newId('session');
  const actor = memberActor(visit.actor, account, sessionId);
  await leaveSession(context, visit);
  const { token, session } = await change({ db, actor }, async (tx) => {
    // The password may have been changed since it was read.
    if (!(await holdsPassword(tx, account))) throw refused();
    const opened = await openSession(tx, account, sessionId, visit.client);
    const session = await showSession({ db: tx, cookies }, account.organizationId, sessionId);
    return { result: { token: opened.token, session }, audit: opened.audit };
  });
  attempts.inc({ outcome: 'opened' });
  return new AnswerWithHeaders(session, { 'set-cookie': cookies.cookieOf(token) });
}

/**
 * Ends the browser's session, whose cookie will be replaced. This happens before the new session is opened, because
 * nothing may fail afterwards.
 */
export async function leaveSession(context: Leaving, visit: SignInRequest): Promise<void> {
  const { cookie } = visit.client;
  await leaveSessionOf(context, visit, context.cookies.tokenIn(cookie));
  // A member who looks at the demo has a second one.
  await leaveSessionOf(context, visit, context.cookies.ownTokenIn(cookie));
}

type Leaving = Pick<SignInContext, 'db' | 'access' | 'cookies'>;

/** Ends the session of a token, if there is one. */
export async function leaveSessionOf(
  { db, access }: Leaving,
  { actor }: Pick<SignInRequest, 'actor'>,
  token: string | null | undefined,
): Promise<void> {
  const session = token ? await access.session(hashOfSecretToken(token), Date.now()) : null;
  if (!session) return;
  const { organizationId, memberId, sessionId } = session;
  await change({ db, actor: memberActor(actor, session, sessionId) }, async (tx) => {
    const ended = await endSessionRow(tx, organizationId, memberId, sessionId);
    const audit = { verb: 'deleted', type: 'sessions', id: sessionId } as const;
    return { result: undefined, audit: ended ? audit : [] };
  });
  access.changed();
}

async function accountFor(
  { db, hashingLimit }: SignInContext,
  { email, password, organizationId }: SignIn,
): Promise<Account | null> {
  const accounts = await accountsOf(db, email, organizationId ?? null);
  const matching = await hashingLimit.run(async () => {
    if (accounts.length === 0) await isPassword(password, unknownHash);
    const found: Account[] = [];
    for (const account of accounts) if (await isPassword(password, account.passwordHash)) found.push(account);
    return found;
  });
  if (matching.length > 1) throw ambiguous(matching);
  return matching[0] ?? null;
}

function refused(): ApiError {
  return new ApiError(401, 'sign_in.refused', 'The e-mail address or the password is wrong.');
}

/** Lists the organizations of the member, who has proved the password or e-mail address. */
export function ambiguous(accounts: Pick<Account, 'organizationId' | 'organizationName'>[]): ApiError {
  const message = 'organizationId: is required, because several organizations have this member';
  return new ApiError(409, 'sign_in.ambiguous', message, {
    details: accounts.map(({ organizationId, organizationName }) => ({
      field: 'organizationId',
      message: `${organizationId} is ${organizationName}`,
    })),
  });
}

/** Ends the requesting session and removes its cookie. */
export async function signOut(
  context: SignInContext,
  scope: Scope & SignInRequest,
): Promise<AnswerWithHeaders> {
  const { cookies } = context;
  const { apiKeyId } = scope.actor;
  assert(apiKeyId, 'the request comes from a session');
  await endSession(context, scope, apiKeyId);
  // Signing out of the demo ends the member's own session too.
  await leaveSessionOf(context, scope, cookies.ownTokenIn(scope.client.cookie));
  return new AnswerWithHeaders(undefined, { 'set-cookie': [cookies.noCookie(), cookies.noOwnCookie()] });
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
