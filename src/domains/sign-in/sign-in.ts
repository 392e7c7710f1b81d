import { hashOfSecretToken } from '../../platform/access/index.ts';
import { change } from '../../platform/audit/index.ts';
import { AnswerWithHeaders } from '../../platform/http/index.ts';
import { ApiError, counter, newId } from '../../platform/kernel/index.ts';
import { type Desk, memberActor, type Visit } from './desk.ts';
import { openSession } from './open-session.ts';
import { isPassword, nobodysHash } from './password-hash.ts';
import type { SignIn } from './schemas.ts';
import { showSession } from './show-session.ts';
import { type Account, accountsOf, endSessionRow, holdsPassword } from './store.ts';

/** How attempts to sign in end. */
export const attempts = counter(
  'parley_sign_ins_total',
  'Attempts to sign in at the console, by how they ended',
  ['outcome'],
);

/**
 * Opens a session for whoever knows the password of an e-mail address. A wrong password and an address that nobody has are
 * answered alike and after the same time. A session that the browser had before is over then.
 */
export async function signIn(desk: Desk, visit: Visit, input: SignIn): Promise<AnswerWithHeaders> {
  const { db, limits, cookies } = desk;
  limits.count(visit.client.address, input.email, Date.now());
  const account = await accountFor(desk, input);
  if (!account) {
    attempts.inc({ outcome: 'refused' });
    throw refused();
  }
  const sessionId = newId('session');
  const actor = memberActor(visit.actor, account, sessionId);
  await leaveSession(desk, visit);
  const { token, session } = await change({ db, actor }, async (tx) => {
    // It may have been changed since it was looked at.
    if (!(await holdsPassword(tx, account))) throw refused();
    const opened = await openSession(tx, account, sessionId, visit.client);
    const session = await showSession({ db: tx, cookies }, account.organizationId, sessionId);
    return { result: { token: opened.token, session }, audit: opened.audit };
  });
  attempts.inc({ outcome: 'opened' });
  return new AnswerWithHeaders(session, { 'set-cookie': cookies.cookieOf(token) });
}

/**
 * Ends the session that the browser brings along, whose cookie is to be replaced: before the new one is opened, after which
 * nothing may fail any more.
 */
export async function leaveSession({ db, access, cookies }: Desk, { actor, client }: Visit): Promise<void> {
  const token = cookies.tokenIn(client.cookie);
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
  { db, turnstile }: Desk,
  { email, password, organizationId }: SignIn,
): Promise<Account | null> {
  const accounts = await accountsOf(db, email, organizationId ?? null);
  const matching = await turnstile.pass(async () => {
    if (accounts.length === 0) await isPassword(password, nobodysHash);
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

/** Whoever has shown who they are may know which organizations they are members of. */
export function ambiguous(accounts: Pick<Account, 'organizationId' | 'organizationName'>[]): ApiError {
  const message = 'organizationId: must be given, as several organizations have this member';
  return new ApiError(409, 'sign_in.ambiguous', message, {
    details: accounts.map(({ organizationId, organizationName }) => ({
      field: 'organizationId',
      message: `${organizationId} is ${organizationName}`,
    })),
  });
}
